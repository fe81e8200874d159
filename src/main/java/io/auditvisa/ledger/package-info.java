/** Prepaid accounts and their append-only ledger: money moves once per message, whatever number of events report it. */
@NullMarked
package io.auditvisa.ledger;

import org.jspecify.annotations.NullMarked;
