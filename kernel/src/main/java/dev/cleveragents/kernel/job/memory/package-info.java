/**
 * The in-memory job store: for tests, simulations and programs without a database.
 *
 * <p>{@link dev.cleveragents.kernel.job.memory.InMemoryJobStore} is the only public class.
 * Invariant: everything else here is guarded by its one lock, and a job changes only through {@code
 * JobTable.put}, so that queues, keys, counts and history always agree with the jobs.
 */
@NullMarked
package dev.cleveragents.kernel.job.memory;

import org.jspecify.annotations.NullMarked;
