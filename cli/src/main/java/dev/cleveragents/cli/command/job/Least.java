package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;

/** Refuses numbers of options that are too small, by the option's name. */
final class Least {

  private Least() {}

  static void one(String option, long value, String command) {
    if (value < 1) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "%s must be at least 1, is %d.".formatted(option, value),
              null,
              "agents help " + command));
    }
  }
}
