package dev.cleveragents.cli.output;

import java.util.Locale;

/** The exit code of a command: a number for the shell, a word for programs. */
public enum ExitCode {
  OK(0),
  FAILED(1),
  USAGE(2),
  NOT_FOUND(3),
  CONFLICT(4),
  /** A plan waits for a larger budget. */
  BUDGET(5),
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** The exit code of the process. */
  public int number() {
    return number;
  }

  /** The word for programs, for example {@code not_found}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
