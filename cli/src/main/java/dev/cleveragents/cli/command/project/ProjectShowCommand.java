package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents project show}: one project with its resources. Reads only. */
@Command(name = "show", description = "Show a project, that of this folder by default.")
final class ProjectShowCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "Its name.")
  @Nullable Name name;

  @Override
  public Result run(CommandContext context) {
    Name named = name;
    return Store.read(
        context,
        agents ->
            ProjectView.result(
                named != null
                    ? agents.projects().show(named)
                    : agents
                        .projects()
                        .forFolder(context.environment().workingDirectory())
                        .orElseThrow(
                            () ->
                                PlanException.notFound(
                                    "This folder belongs to no project yet", "agents init"))));
  }
}
