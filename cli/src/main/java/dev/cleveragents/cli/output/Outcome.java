package dev.cleveragents.cli.output;

import java.util.List;

/** How a command ended: with a result, or with a problem. */
public sealed interface Outcome permits Result, Problem {

  /** What the shell sees. */
  ExitCode exitCode();

  /** What programs get under {@code data}. */
  Data data();

  /** Remarks beside it. */
  List<Message> messages();

  /** The word for programs: {@code ok}, {@code warn} or {@code error}. */
  default String status() {
    if (exitCode() != ExitCode.OK) {
      return "error";
    }
    return messages().stream().anyMatch(message -> message.level() == Message.Level.WARN)
        ? "warn"
        : "ok";
  }
}
