/** What every HTTP answer of ours has in common: problems (RFC 9457) and pages of lists. */
@NullMarked
package io.auditvisa.api;

import org.jspecify.annotations.NullMarked;
