package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.Resource;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code agents project list}. Reads only; with no store yet the list is empty. */
@Command(name = "list", description = "List projects, by name.")
final class ProjectListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    List<Project> projects =
        Store.readOr(context, agents -> agents.projects().list(), List.<Project>of());
    Page.Builder page = Page.builder();
    for (Project project : projects) {
      page.row(
          project.name().forPeople(),
          project.resources().stream()
              .map(Resource::location)
              .map(String::valueOf)
              .collect(Collectors.joining(", ")));
    }
    if (projects.isEmpty()) {
      page.text("no projects");
    }
    return Result.ok(
        Data.of("projects", projects.stream().map(ProjectView::data).toList()), page.build());
  }
}
