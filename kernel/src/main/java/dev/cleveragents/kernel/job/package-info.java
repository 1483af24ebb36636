/**
 * Jobs as immutable values, and the moves that they can make.
 *
 * <p>{@link dev.cleveragents.kernel.job.JobProtocol} is the whole protocol as pure functions; every
 * job store decides by it or is checked against it. Invariant: a move in the name of a lease is
 * refused once a newer claim has given the job a higher lease number.
 */
@NullMarked
package dev.cleveragents.kernel.job;

import org.jspecify.annotations.NullMarked;
