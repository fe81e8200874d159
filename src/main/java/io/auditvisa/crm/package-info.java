/** The forward of inbox lines to the CRM (IO-6), built on the outside-call core of {@code notification}. */
@NullMarked
package io.auditvisa.crm;

import org.jspecify.annotations.NullMarked;
