/** The ground: what an event is, its key, its states, its history. Knows nothing of HTTP, certificates or money. */
@NullMarked
package io.auditvisa.event;

import org.jspecify.annotations.NullMarked;
