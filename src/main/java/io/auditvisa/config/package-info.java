/** Configuration checked at start: a wrong key stops it with one line. */
@NullMarked
package io.auditvisa.config;

import org.jspecify.annotations.NullMarked;
