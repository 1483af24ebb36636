package dev.cleveragents.kernel.simulation;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The guards that are a worker's own to keep.
 *
 * @param kept those it keeps
 */
record Habits(Set<Habit> kept) {

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

  static final Habits GOOD = new Habits(EnumSet.allOf(Habit.class));

  Habits {
    kept = Collections.unmodifiableSet(kept);
  }

  static Habits without(Habit habit) {
    return new Habits(EnumSet.complementOf(EnumSet.of(habit)));
  }

  boolean has(Habit habit) {
    return kept.contains(habit);
  }
}
