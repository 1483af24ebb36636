package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.view.ProjectView;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code agents project list}. Reads only; with no store yet the list is empty. */
@Command(name = "list", description = "List projects by name.", footer = "agents project list")
final class ProjectListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    List<Project> projects =
        StoreAccess.readOr(context, agents -> agents.projects().list(), List.<Project>of());
    Page.Builder page = Page.builder();
    projects.forEach(project -> page.line(ProjectView.VIEW, project));
    if (projects.isEmpty()) {
      page.text("no projects");
    }
    return Result.ok(Data.of("projects", Data.all(ProjectView.VIEW, projects)), page.build());
  }
}
