package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.view.ProjectView;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import java.util.List;

/** The result of a command about one project or one resource. */
final class ProjectAnswer {

  private ProjectAnswer() {}

  static Result of(Project project) {
    return Result.ok(
        Data.of(ProjectView.VIEW, project), Page.builder().rows(ProjectView.VIEW, project).build());
  }

  /**
   * The result about a resource.
   *
   * @param projects the projects that link it
   */
  static Result of(Resource resource, List<Name> projects) {
    Page.Builder page = Page.builder().rows(ProjectView.RESOURCE, resource);
    projects.forEach(it -> page.row("project", it.forPeople()));
    return Result.ok(
        Data.of(ProjectView.RESOURCE, resource).with("projects", ProjectView.names(projects)),
        page.build());
  }
}
