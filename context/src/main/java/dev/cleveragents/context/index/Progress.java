package dev.cleveragents.context.index;

/**
 * Told how far an update is. Called by the threads that do the work, one call at a time; what it
 * throws ends the update.
 */
@FunctionalInterface
public interface Progress {

  /** Ignores it. */
  Progress NONE = (phase, done, total) -> {};

  /** What is being done. */
  enum Phase {
    LISTING,
    TEXT,
    SYNTAX,
    PUBLISHED
  }

  /** That number of files is done. */
  void at(Phase phase, long done, long total);
}
