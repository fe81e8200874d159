/** What one event costs, measured next to the floor that the database sets in the same run (GO-10); see docs/performance.md. */
@NullMarked
package io.auditvisa.bench;

import org.jspecify.annotations.NullMarked;
