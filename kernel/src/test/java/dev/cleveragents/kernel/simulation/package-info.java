/**
 * The job protocol under a seeded scheduler: one thread, a clock moved by hand, and faults at any
 * step. {@link dev.cleveragents.kernel.simulation.Simulation} is one run; {@link
 * dev.cleveragents.kernel.simulation.InvariantChecker} knows what must hold; {@code SimulationTest}
 * runs thousands of seeds, and once more with each guard taken out, which must be noticed.
 *
 * <p>Everything is written against {@link dev.cleveragents.kernel.job.store.JobStore}: another
 * store is put in through {@link dev.cleveragents.kernel.simulation.SimulationSubject}.
 */
@NullMarked
package dev.cleveragents.kernel.simulation;

import org.jspecify.annotations.NullMarked;
