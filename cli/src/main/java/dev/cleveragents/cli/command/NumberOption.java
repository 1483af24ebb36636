package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;

/** Checks the values of numeric options. */
public final class NumberOption {

  private static final int MOST = 10_000;

  private NumberOption() {}

  /**
   * Returns the limit of a list.
   *
   * @throws ProblemException if it is not from 1 to 10,000
   */
  public static int limit(int limit, String help) {
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

  /**
   * Refuses a number below one.
   *
   * @param option the option's name
   * @throws ProblemException if it is below one
   */
  public static void requirePositive(String option, long value, String command) {
    requireAtLeast(1, option, value, command);
  }

  /**
   * Refuses a number below zero.
   *
   * @param option the option's name
   * @throws ProblemException if it is below zero
   */
  public static void requireNotNegative(String option, long value, String command) {
    requireAtLeast(0, option, value, command);
  }

  private static void requireAtLeast(int least, String option, long value, String command) {
    if (value < least) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "%s must be at least %d, is %d.".formatted(option, least, value),
              null,
              "agents help " + command));
    }
  }
}
