package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.context.project.IndexNews;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.Upkeep;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.runtime.Contexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The folder that a question is about: this one's repository, or a project's. */
final class AskedFolder {

  @Option(names = "--project", paramLabel = "NAME", description = "Another project than this one.")
  @Nullable String project;

  /** From where the command is given; set by a command that lets a person name it. */
  Path path = Path.of("");

  /** Something to do with what is known about the folder. */
  interface Use<T> {
    T with(ProjectContext folder) throws IOException, InterruptedException;
  }

  /** Something to do with it that lasts. */
  interface LongUse<T> {
    T with(ProjectContext folder, Upkeep upkeep) throws IOException, InterruptedException;
  }

  /** Opens what is known about the folder, uses it, and closes it. */
  <T> T open(CommandContext context, Use<T> use) {
    return open(context, _ -> {}, (folder, _) -> use.with(folder));
  }

  /**
   * The same with its upkeep.
   *
   * @param news hears what that does
   */
  <T> T open(CommandContext context, Consumer<IndexNews> news, LongUse<T> use) {
    try (Contexts contexts =
        Contexts.of(
            context.settings().home().value(),
            context.settings().context().rules().scope(),
            news)) {
      return use.with(contexts.at(root(context)), contexts.upkeep());
    } catch (IOException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "What is kept about this folder cannot be used: %s.".formatted(e.getMessage()),
              "It can be made anew at any time.",
              "agents index rebuild"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException(CancellationCause.requested("interrupted"));
    }
  }

  private Path root(CommandContext context) {
    String named = project;
    if (named == null) {
      return top(context.environment().workingDirectory().resolve(path));
    }
    Project found = Store.read(context, agents -> agents.projects().show(Name.of(named)));
    if (found.resources().isEmpty()) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "The project %s has no resource that could be asked about.".formatted(named),
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
