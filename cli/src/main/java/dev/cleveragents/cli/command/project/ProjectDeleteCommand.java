package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.workspace.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents project delete}: deletes a project; its resources and their files stay. */
@Command(
    name = "delete",
    description = "Delete a project; its resources and files stay. Cannot be undone.",
    footer = "agents project delete shop")
final class ProjectDeleteCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the project.")
  Name name = NameConverter.NONE;

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    String word = name.forPeople();
    Confirmation.require(
        context,
        yes,
        "Delete the project %s?".formatted(word),
        "agents project delete %s --yes".formatted(word));
    StoreAccess.<Boolean>change(
        context,
        agents -> {
          agents.projects().delete(name);
          return true;
        });
    return Result.ok(
        Data.of("name", name.toString()), Page.text("project %s deleted".formatted(word)));
  }
}
