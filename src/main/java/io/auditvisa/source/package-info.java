/** Where events come in: signature and replay window, the providers' dialects, the webhook endpoint. */
@NullMarked
package io.auditvisa.source;

import org.jspecify.annotations.NullMarked;
