/** Who may ask the operators' API: bearer tokens with roles, none of them built in. */
@NullMarked
package io.auditvisa.access;

import org.jspecify.annotations.NullMarked;
