/** The replay drill (IO-9): proves on the running service that a signed replay changes nothing but the count of arrivals. */
@NullMarked
package io.auditvisa.drill;

import org.jspecify.annotations.NullMarked;
