/** What every package may say about a setting that cannot be used, and the list of settings that exist. */
@NullMarked
package io.auditvisa.config;

import org.jspecify.annotations.NullMarked;
