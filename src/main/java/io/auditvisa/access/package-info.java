/** Who may ask the operators' API: bearer tokens with roles, none of them built in, and those of an OpenID Connect provider. */
@NullMarked
package io.auditvisa.access;

import org.jspecify.annotations.NullMarked;
