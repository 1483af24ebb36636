package dev.cleveragents.cli.output;

import java.util.Locale;

/** How a command ended, as the number a shell sees and the word that an error carries. */
public enum ExitCode {
  OK(0),
  FAILED(1),
  USAGE(2),
  NOT_FOUND(3),
  CONFLICT(4),
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** What the process returns to its shell. */
  public int number() {
    return number;
  }

  /** The word for programs, for example {@code not_found}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
