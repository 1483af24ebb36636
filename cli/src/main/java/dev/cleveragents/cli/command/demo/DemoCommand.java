package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents demo}: a whole plan on a sample project, whose worker is killed half way. */
@Command(
    name = "demo",
    description = {
      "Let an agent work on a new sample project: no set-up, no key, no question.",
      "Uses a recording of a model's replies, a real git repository, a failing test, a worker killed"
          + " half way, and an apply next to an uncommitted edit.",
      "All of it is in a folder of its own, which the end names; your home folder is not touched."
    },
    footer = "agents demo")
final class DemoCommand implements AgentsCommand {

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Folder to create; default: a new temporary folder.")
  @Nullable Path directory;

  @Option(
      names = "--live",
      description = "Ask the best configured model instead of the recording; costs a few cents.")
  boolean live;

  @Option(
      names = "--parallel",
      description = {
        "Show twelve agents at once instead: their results are merged, a conflict is resolved, two"
            + " results that fail together are found and repaired. The agents are small scripts."
      })
  boolean parallel;

  @Override
  public Result run(CommandContext context) {
    if (live && parallel) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "--live and --parallel do not go together: the agents of --parallel are scripts.",
              "Leave out one of them.",
              "agents demo --parallel"));
    }
    try {
      Path folder = folder(context);
      Path home = Files.createDirectories(folder.resolve("home"));
      return StoreAccess.inHome(
          home, context, agents -> demo(new DemoRun(agents, folder, home, context)));
    } catch (IOException e) {
      throw notWritten(e);
    }
  }

  private Result demo(DemoRun demo) {
    try {
      return parallel ? new ParallelDemo(demo).run() : new AgentDemo(demo, live).run();
    } catch (IOException e) {
      throw notWritten(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DemoRun.failed("Interrupted. Remove what the demo left: rm -rf " + demo.folder(), e);
    }
  }

  private Path folder(CommandContext context) throws IOException {
    if (directory == null) {
      return Files.createTempDirectory("cleveragents-demo-");
    }
    Path there = context.environment().workingDirectory().resolve(directory).normalize();
    if (Files.isDirectory(there)) {
      try (Stream<Path> inside = Files.list(there)) {
        if (inside.findAny().isPresent()) {
          throw new ProblemException(
              new Problem(
                  ExitCode.CONFLICT,
                  there + " is not empty; nothing was written.",
                  "Name a folder that does not exist yet.",
                  "agents demo"));
        }
      }
    }
    return there;
  }

  private static ProblemException notWritten(IOException e) {
    return DemoRun.failed("Cannot write the demo's folder: " + e.getMessage() + ".", e);
  }
}
