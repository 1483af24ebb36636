package dev.cleveragents.kernel.cancel;

/**
 * What {@link CancellationSource#cancel} did.
 *
 * @param generation the number of the token it hit
 * @param first whether that token was not cancelled before; true for exactly one caller per token
 */
public record CancelResult(long generation, boolean first) {}
