package dev.cleveragents.context.code;

import dev.cleveragents.context.LineRange;

/**
 * A piece of a file that is indexed and shown as one.
 *
 * @param symbol the qualified name of what it shows, or empty if it is just lines
 * @param lines where it is
 */
public record Chunk(String symbol, LineRange lines) {}
