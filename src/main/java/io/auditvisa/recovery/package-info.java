/** Whatever dies, whenever, ends as if nothing had happened (AV-11): sweeper, scrub, reconciliation, retention, operators' actions. */
@NullMarked
package io.auditvisa.recovery;

import org.jspecify.annotations.NullMarked;
