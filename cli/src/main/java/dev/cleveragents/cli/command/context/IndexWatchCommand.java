package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.project.IndexWatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents index watch}: keeps the index as new as the folder, until interrupted. */
@Command(
    name = "watch",
    description = {
      "Keep the index up to date until interrupted: text at once, then syntax, then weights.",
      "Of a repository each new HEAD is indexed, of another folder each change.",
      "With --json a line for each update as it happens; the answer comes last."
    })
final class IndexWatchCommand implements AgentsCommand {

  /** For a step that is being written. */
  private static final Duration TO_CLOSE = Duration.ofSeconds(20);

  @Mixin AskedFolder folder = new AskedFolder();

  @Parameters(arity = "0..1", paramLabel = "PATH", description = "Another folder than this one.")
  @Nullable Path path;

  @Option(names = "--once", description = "End as soon as all is up to date.")
  boolean once;

  @Override
  public Result run(CommandContext context) {
    context.dialogue().allow(TO_CLOSE);
    goTo(path, context);
    WatchView view = new WatchView(context.dialogue(), !once);
    return folder.open(
        context,
        view,
        (project, upkeep) -> {
          IndexWatch watch = new IndexWatch(project, upkeep, view);
          if (once) {
            watch.once(context.interrupt());
          } else {
            view.begins(project.root());
            watch.run(context.interrupt());
          }
          context.dialogue().show("");
          return view.answer(new IndexView(project));
        });
  }

  private void goTo(@Nullable Path named, CommandContext context) {
    if (named == null) {
      return;
    }
    if (!Files.isDirectory(context.environment().workingDirectory().resolve(named))) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "There is no folder %s.".formatted(named),
              "Name one that is there.",
              "agents help index watch"));
    }
    folder.path = named;
  }
}
