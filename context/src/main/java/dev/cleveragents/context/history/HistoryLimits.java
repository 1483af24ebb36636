package dev.cleveragents.context.history;

/**
 * How much of the history is read.
 *
 * @param commits the most commits, the newest ones
 * @param bytes about the most bytes that git may say about them
 */
public record HistoryLimits(int commits, int bytes) {

  /** 5,000 commits and 64 MiB. */
  public static final HistoryLimits STANDARD = new HistoryLimits(5_000, 64 * 1024 * 1024);
}
