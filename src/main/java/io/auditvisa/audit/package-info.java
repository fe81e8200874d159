/** Everything about an event for those who look into it: the seven questions (AV-12.2), invariants, exports, the import. */
@NullMarked
package io.auditvisa.audit;

import org.jspecify.annotations.NullMarked;
