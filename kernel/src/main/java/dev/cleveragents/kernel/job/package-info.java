/**
 * Jobs: what they are, the moves they can make, and the store that makes each move in one atomic
 * step.
 *
 * <p>{@link dev.cleveragents.kernel.job.JobProtocol} is the whole protocol as pure functions; every
 * {@link dev.cleveragents.kernel.job.JobStore} decides by it or is checked against it. Invariants:
 * a job is started only by a claim; a claim gives it a lease number that only grows; whatever is
 * done in the name of an older lease is refused.
 */
@NullMarked
package dev.cleveragents.kernel.job;

import org.jspecify.annotations.NullMarked;
