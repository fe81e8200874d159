/** What a certificate package is made of: pure functions of stored facts (GO-3), and the keys that sign it (AV-13.2). */
@NullMarked
package io.auditvisa.certificate;

import org.jspecify.annotations.NullMarked;
