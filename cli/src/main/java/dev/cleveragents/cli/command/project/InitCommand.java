package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.ProjectView;
import dev.cleveragents.workspace.resource.Resource;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents init}: creates the store, and a project for the current git work tree. */
@Command(
    name = "init",
    description = {
      "Create a project for the current git work tree. Safe to repeat.",
      "The work tree is not changed."
    },
    footer = "agents init")
final class InitCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "Folder; default: this one.")
  Path folder = Path.of("");

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(folder).normalize();
    Project project = StoreAccess.write(context, agents -> agents.projects().open(there));
    Page.Builder page = Page.builder();
    page.row("project", project.name().forPeople(), "", Mark.GOOD);
    for (Resource resource : project.resources()) {
      page.row("resource", resource.name().forPeople(), ProjectView.place(resource), Mark.NONE);
    }
    page.row("home", context.settings().home().value().toString());
    return Result.ok(
        Data.of("project", Data.of(ProjectView.VIEW, project))
            .with("home", context.settings().home().value()),
        page.build());
  }
}
