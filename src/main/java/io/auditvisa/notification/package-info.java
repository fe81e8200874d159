/** Calls to the outside: intent, states, pacing, sender (GO-5); and the first thing built on them, the operators' Telegram message. */
@NullMarked
package io.auditvisa.notification;

import org.jspecify.annotations.NullMarked;
