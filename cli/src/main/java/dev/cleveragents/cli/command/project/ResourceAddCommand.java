package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents resource add}: registers a repository or folder that plans may work on. */
@Command(
    name = "add",
    description = {
      "Register a git checkout or folder that plans may work on. It is not changed.",
      "Plans work in sandboxes; --copy-in adds ignored files that they need."
    },
    footer = {
      "agents resource add web ../web --copy-in .env",
      "agents resource add docs ~/docs --type fs-directory"
    })
final class ResourceAddCommand implements AgentsCommand {

  @Parameters(index = "0", paramLabel = "NAME", description = "Name of the resource.")
  Name name = NameConverter.NONE;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DIR",
      description = "Folder; default: this one.")
  Path location = Path.of("");

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Type: git-checkout (default) or fs-directory.")
  ResourceType type = ResourceType.GIT_CHECKOUT;

  @Option(
      names = "--copy-in",
      paramLabel = "GLOB",
      description = "Ignored files to copy into sandboxes, for example .env; repeatable.")
  List<String> copyIn = List.of();

  @Option(
      names = "--set-up",
      paramLabel = "CMD",
      description = "Command to run once in every new sandbox, with sh -c.")
  @Nullable String setUp;

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(location).normalize();
    Resource resource = new Resource(name, type, there, new ResourceSettings(copyIn, setUp));
    return StoreAccess.write(
        context, agents -> ProjectAnswer.of(agents.resources().add(resource), List.of()));
  }
}
