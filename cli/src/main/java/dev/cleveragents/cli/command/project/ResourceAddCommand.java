package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceSettings;
import dev.cleveragents.engine.project.ResourceType;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents resource add}: tells where something is that plans may work on. */
@Command(
    name = "add",
    description = {
      "Tell where something is that plans may work on. Nothing in it is changed.",
      "Plans work on copies of it; what they need of ignored files is copied in by --copy-in."
    })
final class ResourceAddCommand implements AgentsCommand {

  @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
  Name name = NameWord.NONE;

  @Parameters(index = "1", arity = "0..1", paramLabel = "DIR", description = "Where; here.")
  Path location = Path.of("");

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "git-checkout, which is the default, or fs-directory.")
  ResourceType type = ResourceType.GIT_CHECKOUT;

  @Option(
      names = "--copy-in",
      paramLabel = "GLOB",
      description = "Ignored files that work needs, such as .env; may be given more than once.")
  List<String> copyIn = List.of();

  @Option(
      names = "--set-up",
      paramLabel = "CMD",
      description = "Run once in every new copy, by sh -c.")
  @Nullable String setUp;

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(location).normalize();
    Resource resource = new Resource(name, type, there, new ResourceSettings(copyIn, setUp));
    return Store.write(
        context, agents -> ProjectView.result(agents.resources().add(resource), List.of()));
  }
}
