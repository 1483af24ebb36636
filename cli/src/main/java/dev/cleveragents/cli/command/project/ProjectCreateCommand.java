package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.project.ProjectSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents project create}: makes a project of resources that were added before. */
@Command(
    name = "create",
    description = {
      "Make a project of resources that were added before.",
      "For the git work tree that you are in, 'agents init' does it all."
    })
final class ProjectCreateCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Its name, such as shop or team/shop.")
  Name name = NameWord.NONE;

  @Option(
      names = "--resource",
      paramLabel = "NAME",
      description = "A resource that it links; may be given more than once.")
  List<Name> resources = List.of();

  @Option(
      names = "--invariant",
      paramLabel = "TEXT",
      description = "A rule for all its plans; may be given more than once.")
  List<String> invariants = List.of();

  @Option(
      names = "--validation",
      paramLabel = "NAME",
      description = "A check that its plans must pass; may be given more than once.")
  List<Name> validations = List.of();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "How far its plans go without asking.")
  @Nullable Name profile;

  @Override
  public Result run(CommandContext context) {
    return Store.write(
        context,
        agents -> {
          ProjectSettings settings = new ProjectSettings(invariants, validations, profile);
          if (profile != null) {
            agents.definitions().profile(profile);
          }
          return ProjectView.result(agents.projects().create(name, resources, settings));
        });
  }
}
