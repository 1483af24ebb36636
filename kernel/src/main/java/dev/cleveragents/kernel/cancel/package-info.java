/**
 * Cancellation that is never lost: one-shot tokens, sources that replace them, links between them,
 * callbacks that run exactly once.
 *
 * <p>May use {@code time} and nothing else of the kernel. Invariants: a token that has once said
 * "cancelled" says so for ever, with the same cause; no thread ever holds two locks of this
 * package, nor one while it runs code from outside.
 */
@NullMarked
package dev.cleveragents.kernel.cancel;

import org.jspecify.annotations.NullMarked;
