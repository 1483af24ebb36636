package dev.cleveragents.context;

import java.util.Locale;

/** How a strategy's part in an answer ended. */
public enum StrategyOutcome {
  /** It looked, and what it found was taken. */
  OK,
  /** It threw, or gave nonsense. */
  FAILED,
  /** It was not done at its deadline; it was cancelled and counts as failed. */
  TIMED_OUT,
  /** Its circuit was open. */
  SKIPPED_OPEN,
  /** Too many earlier calls of it were given up and still have not ended. */
  SKIPPED_STUCK,
  /** The request was cancelled; that says nothing about the strategy. */
  CANCELLED,
  /** It had nothing to say on the request, something it needs is not there, or its weight is 0. */
  NOT_ASKED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
