package dev.cleveragents.context.index;

/**
 * Told how far an update is. Called by the threads that do the work, one call at a time; what it
 * throws ends the update.
 */
@FunctionalInterface
public interface Progress {

  /** For nobody. */
  Progress NONE = (phase, done, total) -> {};

  /** What is being done. */
  enum Phase {
    LISTING,
    TEXT,
    SYNTAX,
    VECTORS,
    JUDGING,
    PUBLISHED
  }

  /** So many of so many files are done. */
  void at(Phase phase, long done, long total);
}
