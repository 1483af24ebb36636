/**
 * Durable jobs on a {@link dev.cleveragents.store.Database}. Every decision is made by {@link
 * dev.cleveragents.kernel.job.JobProtocol}; here stand the statements that keep what it decides.
 *
 * <p>Invariants, each kept by one class: a job's row is decided about only while the transaction
 * has it to itself ({@code Moves}); jobs start only in {@code Claims}, one transaction at a time;
 * how many running jobs hold a key is counted under one lock ({@code KeyBoard}).
 */
@NullMarked
package dev.cleveragents.store.job;

import org.jspecify.annotations.NullMarked;
