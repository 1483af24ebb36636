package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.project.ProjectSettings;
import dev.cleveragents.workspace.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents project create}: creates a project from existing resources. */
@Command(
    name = "create",
    description = {
      "Create a project from existing resources.",
      "For the current git work tree, 'agents init' does it all."
    },
    footer = "agents project create shop --resource api --resource web")
final class ProjectCreateCommand implements AgentsCommand {

  @Parameters(
      paramLabel = "NAME",
      description = "Name of the project, for example shop or team/shop.")
  Name name = NameConverter.NONE;

  @Option(names = "--resource", paramLabel = "NAME", description = "Resource to link; repeatable.")
  List<Name> resources = List.of();

  @Option(
      names = "--invariant",
      paramLabel = "TEXT",
      description = "Rule that holds for all its plans; repeatable.")
  List<String> invariants = List.of();

  @Option(
      names = "--validation",
      paramLabel = "NAME",
      description = "Validation that its plans must pass; repeatable.")
  List<Name> validations = List.of();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Automation profile of its plans.")
  @Nullable Name profile;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.write(
        context,
        agents -> {
          ProjectSettings settings = new ProjectSettings(invariants, validations, profile);
          if (profile != null) {
            agents.definitions().profile(profile);
          }
          return ProjectAnswer.of(agents.projects().create(name, resources, settings));
        });
  }
}
