package dev.cleveragents.context.index;

import java.util.Optional;

/**
 * What an update did.
 *
 * @param outcome how it ended
 * @param generation the newest one that readers see
 * @param written how many files were indexed or skipped again
 * @param removed how many were taken out
 * @param rebuilt why all was made new, if it was
 */
public record UpdateResult(
    Outcome outcome, long generation, int written, int removed, Optional<String> rebuilt) {

  /** How an update can end. */
  public enum Outcome {
    /** There was nothing to do. */
    UNCHANGED,
    /** The index holds the tree now. */
    UPDATED,
    /** Another process, or another update, is writing; readers see what it publishes. */
    BUSY,
    /** Syntax is read of whole trees only: an update of the text is unfinished, run it first. */
    UNFINISHED
  }

  static UpdateResult of(Outcome outcome, long generation) {
    return new UpdateResult(outcome, generation, 0, 0, Optional.empty());
  }

  UpdateResult rebuiltBecause(Optional<String> why) {
    return new UpdateResult(outcome, generation, written, removed, why);
  }

  /** The same, at another generation. */
  UpdateResult at(long newer) {
    return new UpdateResult(outcome, newer, written, removed, rebuilt);
  }

  /** This, and then that. */
  UpdateResult and(UpdateResult next) {
    return new UpdateResult(
        next.outcome(), next.generation(), written + next.written(), removed, rebuilt);
  }
}
