package io.auditvisa.event;

/**
 * A JSON number that no double holds exactly enough to be written back with the same value ({@code 1e400},
 * {@code 12345678901234567890}). It sits in the tree as a POJO node: nobody can take it for an amount by mistake, and its
 * literal text is its canonical form (contract.md).
 *
 * @param text the number as the sender wrote it
 */
record LiteralNumber(String text) {}
