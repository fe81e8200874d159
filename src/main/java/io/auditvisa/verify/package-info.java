/** The second-stage verification (AV-13.2): anybody can have a certificate checked again, step by step. */
@NullMarked
package io.auditvisa.verify;

import org.jspecify.annotations.NullMarked;
