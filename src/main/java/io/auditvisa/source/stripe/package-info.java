/** Stripe's signatures and its way of writing events. */
@NullMarked
package io.auditvisa.source.stripe;

import org.jspecify.annotations.NullMarked;
