package dev.cleveragents.cli.output;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The end of a command: a result or a problem. */
public sealed interface Outcome permits Result, Problem {

  /** The exit code. */
  ExitCode exitCode();

  /** The field {@code data} for programs. */
  Data data();

  /** Remarks beside it. */
  List<Message> messages();

  /** The message of the error in the data; null if there is none. */
  default @Nullable String problem() {
    return data().get(Problem.ERROR) instanceof Data error
            && error.get("message") instanceof String message
        ? message
        : null;
  }

  /** The word for programs: {@code ok}, {@code warn}, {@code waiting} or {@code error}. */
  default String status() {
    if (exitCode() != ExitCode.OK) {
      return "error";
    }
    return messages().stream().anyMatch(message -> message.level() == Message.Level.WARN)
        ? "warn"
        : "ok";
  }
}
