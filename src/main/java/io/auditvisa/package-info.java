/** Entry point and start-up of AuditVisa: one verified event, one official result; every repeat reuses it. */
@NullMarked
package io.auditvisa;

import org.jspecify.annotations.NullMarked;
