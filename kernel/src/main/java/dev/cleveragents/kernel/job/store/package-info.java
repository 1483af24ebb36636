/**
 * The store of jobs as workers and callers see it: {@link
 * dev.cleveragents.kernel.job.store.JobStore}, what it is asked and what it answers.
 *
 * <p>Invariants: every move is one atomic step with its effects; a job is started only by a claim;
 * a claim gives it a lease number that only grows.
 */
@NullMarked
package dev.cleveragents.kernel.job.store;

import org.jspecify.annotations.NullMarked;
