/**
 * Durable jobs on a {@link dev.cleveragents.store.Database}. Every decision is made by {@link
 * dev.cleveragents.kernel.job.JobProtocol}; this package has the statements that store its
 * decisions.
 *
 * <p>Invariants, each kept by one class: a job's row is decided about only while the transaction
 * has it to itself ({@code BatchedMoves}); jobs start only in {@code BatchedClaims}, one
 * transaction at a time; how many running jobs hold a key is counted under one lock ({@code
 * KeyQueue}).
 */
@NullMarked
package dev.cleveragents.store.job;

import org.jspecify.annotations.NullMarked;
