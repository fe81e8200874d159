/** Standard Webhooks signatures; messaging events and internal events. */
@NullMarked
package io.auditvisa.source.standard;

import org.jspecify.annotations.NullMarked;
