package dev.cleveragents.kernel.simulation;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The guards that a worker itself must keep.
 *
 * @param kept the guards that it keeps
 */
record WorkerGuards(Set<Habit> kept) {

  /** One of them. */
  enum Habit {
    /** Releases jobs that the store says run here and of which it knows nothing. */
    GIVES_BACK_ORPHANS,
    /** Cancels its bodies when no beat was answered for too long. */
    FENCES_ITSELF,
    /** Ends the sessions of workers that are dead. */
    LOOKS_AFTER_OTHERS,
    /** Looks for the process of another worker only where that is on the same machine. */
    ASKS_FOR_PROCESSES_OF_ITS_OWN_MACHINE,
    /** Gives back a job that was cancelled before its body started. */
    STARTS_NOTHING_CANCELLED
  }

  static final WorkerGuards GOOD = new WorkerGuards(EnumSet.allOf(Habit.class));

  WorkerGuards {
    kept = Collections.unmodifiableSet(kept);
  }

  static WorkerGuards without(Habit habit) {
    return new WorkerGuards(EnumSet.complementOf(EnumSet.of(habit)));
  }

  boolean has(Habit habit) {
    return kept.contains(habit);
  }
}
