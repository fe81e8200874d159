/** Certificate packages as stored and served things: the row, the folder, the download. Knows nothing of their content. */
@NullMarked
package io.auditvisa.delivery;

import org.jspecify.annotations.NullMarked;
