package dev.cleveragents.runtime.view;

import dev.cleveragents.engine.project.Project;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import java.util.List;

/** The views of a project and of a resource. */
public final class ProjectView {

  /** The fields of a resource. Its set-up command may hold a secret. */
  public static final EntityView<Resource> RESOURCE =
      EntityView.of(
          (resource, _) -> new ViewRow(resource.name().forPeople(), place(resource), "", Mark.NONE),
          ViewField.<Resource>of("name", "resource", it -> it.name().toString())
              .shown(it -> ViewCell.of(it.name().forPeople())),
          ViewField.of("type", "type", it -> it.type().id()),
          ViewField.of("location", "location", it -> it.location().toString()),
          ViewField.of("copy_in", "copied in", it -> it.settings().copyIn()),
          ViewField.<Resource>of("set_up", "set-up", it -> it.settings().setUp()));

  /** The fields of a project. */
  public static final EntityView<Project> VIEW =
      EntityView.of(
          (project, _) ->
              new ViewRow(
                  project.name().forPeople(),
                  String.join(
                      ", ",
                      project.resources().stream().map(it -> it.location().toString()).toList()),
                  "",
                  Mark.NONE),
          ViewField.<Project>of("name", "project", it -> it.name().toString())
              .shown(it -> ViewCell.of(it.name().forPeople())),
          ViewField.<Project>of("resources", "resource", it -> RESOURCE.data(it.resources()))
              .shownAll(
                  project ->
                      project.resources().stream()
                          .map(it -> ViewCell.of(it.name().forPeople(), place(it)))
                          .toList()),
          ViewField.of("invariants", "invariant", it -> it.settings().invariants()),
          ViewField.<Project>of(
                  "validations", "validation", it -> names(it.settings().validations()))
              .shownAll(
                  project ->
                      project.settings().validations().stream()
                          .map(it -> ViewCell.of(it.forPeople()))
                          .toList()),
          ViewField.<Project>of(
                  "automation_profile",
                  "profile",
                  it -> it.settings().profile() == null ? null : it.settings().profile().toString())
              .shownAll(
                  it ->
                      it.settings().profile() == null
                          ? List.of()
                          : List.of(ViewCell.of(it.settings().profile().forPeople()))));

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
