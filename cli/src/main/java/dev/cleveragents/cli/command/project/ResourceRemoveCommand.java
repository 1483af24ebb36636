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

/** {@code agents resource remove}: removes a resource; its files stay. */
@Command(
    name = "remove",
    description = "Remove a resource that no project links; its files stay. Cannot be undone.",
    footer = "agents resource remove docs")
final class ResourceRemoveCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the resource.")
  Name name = NameConverter.NONE;

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    String word = name.forPeople();
    Confirmation.require(
        context,
        yes,
        "Remove the resource %s?".formatted(word),
        "agents resource remove %s --yes".formatted(word));
    StoreAccess.<Boolean>change(
        context,
        agents -> {
          agents.resources().remove(name);
          return true;
        });
    return Result.ok(
        Data.of("name", name.toString()), Page.text("resource %s removed".formatted(word)));
  }
}
