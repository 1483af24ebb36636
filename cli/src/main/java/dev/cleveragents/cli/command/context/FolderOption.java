package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.runtime.ProjectContexts;
import dev.cleveragents.workspace.Name;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The folder that a context command is about: this folder's repository, or a project's. */
final class FolderOption {

  @Option(
      names = "--project",
      paramLabel = "NAME",
      description = "Project to use instead of this folder's.")
  @Nullable String project;

  /** A use of the folder's context. */
  interface Use<T> {
    T with(ProjectContext folder) throws IOException, InterruptedException;
  }

  /** Opens the folder's context, uses it, and closes it. */
  <T> T open(CommandContext context, Use<T> use) {
    try (ProjectContexts contexts =
        ProjectContexts.of(
            context.settings().home().value(), context.settings().config().context().scope())) {
      return use.with(contexts.at(root(context)));
    } catch (IOException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "Cannot use the index of this folder: %s.".formatted(e.getMessage()),
              "Rebuild it; that loses nothing.",
              "agents index rebuild"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException(CancellationCause.requested("interrupted"));
    }
  }

  private Path root(CommandContext context) {
    String named = project;
    if (named == null) {
      return top(context.environment().workingDirectory());
    }
    Project found = StoreAccess.read(context, agents -> agents.projects().show(Name.of(named)));
    if (found.resources().isEmpty()) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "Project %s has no resources.".formatted(named),
              "Link one first.",
              "agents project link " + named + " RESOURCE"));
    }
    return found.resources().getFirst().location();
  }

  /** The top of the repository that the folder is in, or the folder itself. */
  private static Path top(Path folder) {
    Path real = folder.toAbsolutePath().normalize();
    for (Path at = real; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return at;
      }
    }
    return real;
  }
}
