package dev.cleveragents.runtime.view;

import dev.cleveragents.engine.project.Project;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import java.util.List;

/** The views of a project and of a resource. */
public final class ProjectView {

  /** The fields of a resource. Its set-up command may hold a secret. */
  public static final View<Resource> RESOURCE =
      View.of(
          (resource, _) -> new ViewRow(resource.name().forPeople(), place(resource), "", Mark.NONE),
          Field.<Resource>of("name", "resource", it -> it.name().toString())
              .shown(it -> Cell.of(it.name().forPeople())),
          Field.of("type", "type", it -> it.type().id()),
          Field.of("location", "location", it -> it.location().toString()),
          Field.of("copy_in", "copied in", it -> it.settings().copyIn()),
          Field.<Resource>of("set_up", "set-up", it -> it.settings().setUp()).redacted());

  /** The fields of a project. */
  public static final View<Project> VIEW =
      View.of(
          (project, _) ->
              new ViewRow(
                  project.name().forPeople(),
                  String.join(
                      ", ",
                      project.resources().stream().map(it -> it.location().toString()).toList()),
                  "",
                  Mark.NONE),
          Field.<Project>of("name", "project", it -> it.name().toString())
              .shown(it -> Cell.of(it.name().forPeople())),
          Field.<Project>of("resources", "resource", it -> RESOURCE.data(it.resources()))
              .shownAll(
                  project ->
                      project.resources().stream()
                          .map(it -> Cell.of(it.name().forPeople(), place(it)))
                          .toList()),
          Field.of("invariants", "invariant", it -> it.settings().invariants()),
          Field.<Project>of("validations", "validation", it -> names(it.settings().validations()))
              .shownAll(
                  project ->
                      project.settings().validations().stream()
                          .map(it -> Cell.of(it.forPeople()))
                          .toList()),
          Field.<Project>of(
                  "automation_profile",
                  "profile",
                  it -> it.settings().profile() == null ? null : it.settings().profile().toString())
              .shownAll(
                  it ->
                      it.settings().profile() == null
                          ? List.of()
                          : List.of(Cell.of(it.settings().profile().forPeople()))));

  private ProjectView() {}

  /** The type of a resource and where it is. */
  public static String place(Resource resource) {
    return "%s at %s".formatted(resource.type(), resource.location());
  }

  /** Names with their namespaces. */
  public static List<String> names(List<Name> names) {
    return names.stream().map(Name::toString).toList();
  }
}
