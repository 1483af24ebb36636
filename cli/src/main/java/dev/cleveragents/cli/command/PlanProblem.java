package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.workspace.OperationException;
import java.util.Objects;

/** What a person is told, and with which exit code a command ends, when the engine refused. */
public final class PlanProblem {

  private PlanProblem() {}

  /** The problem that an exception of the engine is. */
  public static Problem of(OperationException e) {
    String message = Objects.requireNonNullElse(e.getMessage(), "This cannot be done");
    return new Problem(
        exitCode(e.kind()),
        message.contains("\n") || message.endsWith(".") || message.endsWith("?")
            ? message
            : message + ".",
        e.hint(),
        NextCommand.of(e.next()));
  }

  private static ExitCode exitCode(OperationException.Kind kind) {
    return switch (kind) {
      case INVALID -> ExitCode.USAGE;
      case NOT_FOUND -> ExitCode.NOT_FOUND;
      case CONFLICT -> ExitCode.CONFLICT;
      case FAILED -> ExitCode.FAILED;
    };
  }
}
