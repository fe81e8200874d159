/** Probes and start-up checks that belong to no single feature. */
@NullMarked
package io.auditvisa.health;

import org.jspecify.annotations.NullMarked;
