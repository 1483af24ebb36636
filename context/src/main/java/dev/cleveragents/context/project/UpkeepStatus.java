package dev.cleveragents.context.project;

import java.util.Optional;

/**
 * How far the upkeep of a project is.
 *
 * @param doing what it does now
 * @param done how many of {@code total} files or commits of that are done
 * @param failure why it did not succeed the last time, if so
 */
public record UpkeepStatus(Doing doing, long done, long total, Optional<String> failure) {

  static final UpkeepStatus IDLE = new UpkeepStatus(Doing.NOTHING, 0, 0, Optional.empty());

  /** What can be done. */
  public enum Doing {
    /** There is nothing to do. */
    NOTHING,
    /** Others come first. */
    QUEUED,
    /** Syntax is read. */
    SYNTAX,
    /** Weights are fitted. */
    WEIGHTS,
    /** A question is being answered. */
    STANDING_BACK,
    /** It failed, or another process was at it; tried again later. */
    WAITING
  }

  UpkeepStatus doing(Doing now, long nowDone, long of) {
    return new UpkeepStatus(now, nowDone, of, failure);
  }

  /** Whether nothing more will come of it soon: all is done, or something failed. */
  boolean isSettled() {
    return doing == Doing.NOTHING || (doing == Doing.WAITING && failure.isPresent());
  }
}
