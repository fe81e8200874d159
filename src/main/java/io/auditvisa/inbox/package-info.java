/** The inbox: one line per message that came in or went out, in threads by account and counterpart (IO-4). */
@NullMarked
package io.auditvisa.inbox;

import org.jspecify.annotations.NullMarked;
