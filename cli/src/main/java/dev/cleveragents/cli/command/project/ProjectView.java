package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.project.Resource;
import java.util.List;

/** Projects and resources as commands show them, to people and to programs. */
final class ProjectView {

  private ProjectView() {}

  /** One project, whole. */
  static Result result(Project project) {
    Page.Builder page = Page.builder();
    page.row("project", project.name().forPeople());
    project.resources().forEach(it -> page.row("resource", it.name().forPeople(), place(it), NONE));
    project.settings().invariants().forEach(it -> page.row("invariant", it));
    project.settings().validations().forEach(it -> page.row("validation", it.forPeople()));
    Name profile = project.settings().profile();
    if (profile != null) {
      page.row("profile", profile.forPeople());
    }
    return Result.ok(data(project), page.build());
  }

  private static final Page.Mark NONE = Page.Mark.NONE;

  static Data data(Project project) {
    Name profile = project.settings().profile();
    return Data.of("name", project.name().toString())
        .with("resources", project.resources().stream().map(ProjectView::data).toList())
        .with("invariants", project.settings().invariants())
        .with("validations", names(project.settings().validations()))
        .with("automation_profile", profile == null ? null : profile.toString());
  }

  /** One resource, whole. */
  static Result result(Resource resource, List<Name> projects) {
    Page.Builder page = Page.builder();
    page.row("resource", resource.name().forPeople());
    page.row("type", resource.type().id());
    page.row("location", resource.location().toString());
    resource.settings().copyIn().forEach(it -> page.row("copied in", it));
    String setUp = resource.settings().setUp();
    if (setUp != null) {
      page.row("set-up", setUp);
    }
    projects.forEach(it -> page.row("project", it.forPeople()));
    return Result.ok(data(resource).with("projects", names(projects)), page.build());
  }

  static Data data(Resource resource) {
    return Data.of("name", resource.name().toString())
        .with("type", resource.type().id())
        .with("location", resource.location())
        .with("copy_in", resource.settings().copyIn())
        .with("set_up", resource.settings().setUp());
  }

  static String place(Resource resource) {
    return "%s at %s".formatted(resource.type(), resource.location());
  }

  private static List<String> names(List<Name> names) {
    return names.stream().map(Name::toString).toList();
  }
}
