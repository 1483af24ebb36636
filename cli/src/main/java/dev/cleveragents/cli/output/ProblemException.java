package dev.cleveragents.cli.output;

import org.jspecify.annotations.Nullable;

/** Ends a command with a {@link Problem}. */
public final class ProblemException extends RuntimeException {

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    this(problem, null);
  }

  public ProblemException(Problem problem, @Nullable Throwable cause) {
    super(problem.message(), cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
