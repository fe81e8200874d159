/** One verified event, one official result: the only place that locks and changes an event. */
@NullMarked
package io.auditvisa.processing;

import org.jspecify.annotations.NullMarked;
