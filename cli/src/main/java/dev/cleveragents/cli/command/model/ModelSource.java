package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.models.ModelDirectory;

/** Opens the directory of models for a command that needs no store. */
public final class ModelSource {

  /** A use of the directory. */
  public interface Use<T> {
    T of(ModelDirectory models) throws ModelException, InterruptedException;
  }

  private ModelSource() {}

  /** Uses the directory; its exceptions become problems for the user. */
  public static <T> T with(CommandContext context, Use<T> use) {
    try (ModelDirectory models =
        new ModelDirectory(
            context.environment().variables(),
            context.settings().home().value(),
            TimeSource.system())) {
      return use.of(models);
    } catch (ModelException e) {
      throw new ProblemException(problem(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProblemException(new Problem(ExitCode.INTERRUPTED, "Interrupted.", null, null), e);
    }
  }

  static Problem problem(ModelException e) {
    ExitCode code =
        switch (e.kind()) {
          case NOT_FOUND -> ExitCode.NOT_FOUND;
          case AUTH, INVALID_REQUEST -> ExitCode.USAGE;
          case CONTEXT_TOO_LONG, RATE_LIMITED, OVERLOADED, UNREACHABLE, TIMEOUT, REFUSED ->
              ExitCode.FAILED;
        };
    return new Problem(code, String.valueOf(e.getMessage()), null, "agents model list");
  }
}
