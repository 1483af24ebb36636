package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;

/** How much of a list is shown. */
public final class Limit {

  private static final int MOST = 10_000;

  private Limit() {}

  /**
   * The limit, if it is one.
   *
   * @throws ProblemException if it is not from 1 to 10,000
   */
  public static int checked(int limit, String help) {
    if (limit < 1 || limit > MOST) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "--limit must be from 1 to %,d, is %d.".formatted(MOST, limit),
              null,
              help));
    }
    return limit;
  }
}
