package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.engine.PlanException;

/** What a person is told, and with which exit code a command ends, when the engine refuses. */
public final class PlanProblem {

  private PlanProblem() {}

  /** The problem that an exception of the engine is. */
  public static Problem of(PlanException e) {
    ExitCode code =
        switch (e.kind()) {
          case INVALID -> ExitCode.USAGE;
          case NOT_FOUND -> ExitCode.NOT_FOUND;
          case CONFLICT -> ExitCode.CONFLICT;
          case FAILED -> ExitCode.FAILED;
        };
    return new Problem(code, e.getMessage() + ".", e.hint(), e.command());
  }
}
