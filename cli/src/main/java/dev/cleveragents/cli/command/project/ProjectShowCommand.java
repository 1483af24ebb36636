package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents project show}: one project with its resources. Reads only. */
@Command(
    name = "show",
    description = "Show a project; default: this folder's.",
    footer = "agents project show shop")
final class ProjectShowCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the project.")
  @Nullable Name name;

  @Override
  public Result run(CommandContext context) {
    Name named = name;
    return StoreAccess.read(
        context,
        agents ->
            ProjectAnswer.of(
                named != null
                    ? agents.projects().show(named)
                    : agents
                        .projects()
                        .forFolder(context.environment().workingDirectory())
                        .orElseThrow(
                            () ->
                                OperationException.notFound(
                                    "This folder belongs to no project yet",
                                    NextAction.of(NextAction.Verb.INIT_PROJECT)))));
  }
}
