package dev.cleveragents.engine.project;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Stores projects and their links to resources. Thread-safe, because it keeps no state.
 *
 * <ul>
 *   <li>Every link names an existing resource: each change reads and writes in one transaction, and
 *       changes of projects and resources run one at a time.
 *   <li>Each change and its audit event are one transaction.
 * </ul>
 */
public final class Projects {

  private static final int LONGEST_FOLDER_NAME = 90;

  private final Database database;
  private final AuditLog audit;

  public Projects(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** All projects, by name. */
  public List<Project> list() {
    return ProjectRows.read(
        database, rows -> rows.projects().stream().map(rows::requiredProject).toList());
  }

  /**
   * The project of this name.
   *
   * @throws OperationException if there is none; the hint names the most similar one
   */
  public Project show(Name name) {
    return ProjectRows.read(database, rows -> rows.requiredProject(name));
  }

  /**
   * Creates a project with existing resources.
   *
   * @throws OperationException if the name is taken or a resource does not exist
   */
  public Project create(Name name, List<Name> resources, ProjectSettings settings) {
    Instant now = database.clock().now();
    return change(
        rows -> {
          if (rows.project(name).isPresent()) {
            throw OperationException.conflict(
                "A project %s exists already".formatted(name.forPeople()),
                NextAction.of(Verb.SHOW_KIND, "project", name.forPeople()));
          }
          rows.insert(name, settings, now);
          rows.note("project.created", name, Map.of());
          resources.forEach(resource -> link(rows, name, resource));
          return rows.requiredProject(name);
        });
  }

  /**
   * Links a resource to a project, as the last one. Repeating it changes nothing.
   *
   * @throws OperationException if one of the two does not exist
   */
  public Project link(Name project, Name resource) {
    return change(
        rows -> {
          link(rows, project, resource);
          return rows.requiredProject(project);
        });
  }

  private static void link(ProjectRows rows, Name project, Name resource) {
    rows.requiredResource(resource);
    if (!isLinked(rows, project, resource)) {
      rows.link(project, resource);
      rows.note("project.linked", project, Map.of("resource", resource.toString()));
    }
  }

  private static boolean isLinked(ProjectRows rows, Name project, Name resource) {
    return rows.requiredProject(project).resources().stream()
        .anyMatch(it -> it.name().equals(resource));
  }

  /**
   * Unlinks a resource from a project; the resource itself is kept.
   *
   * @throws OperationException if it is not linked
   */
  public Project unlink(Name project, Name resource) {
    return change(
        rows -> {
          if (!isLinked(rows, project, resource)) {
            throw OperationException.notFound(
                "The project %s has no resource %s"
                    .formatted(project.forPeople(), resource.forPeople()),
                NextAction.of(Verb.SHOW_KIND, "project", project.forPeople()));
          }
          rows.unlink(project, resource);
          rows.note("project.unlinked", project, Map.of("resource", resource.toString()));
          return rows.requiredProject(project);
        });
  }

  /**
   * Deletes a project; its resources and their files are kept.
   *
   * @throws OperationException if there is none, or if it has unfinished plans
   */
  public void delete(Name name) {
    this.<Boolean>change(
        rows -> {
          rows.requiredProject(name);
          long open = rows.openPlans(name);
          if (open > 0) {
            throw new OperationException(
                Kind.CONFLICT,
                "The project %s has unfinished plans: %d".formatted(name.forPeople(), open),
                "Apply or cancel them first",
                NextAction.of(Verb.LIST_PLANS, name.forPeople()));
          }
          rows.deleteProject(name);
          rows.note("project.deleted", name, Map.of());
          return true;
        });
  }

  /**
   * The project of the innermost resource that contains a folder.
   *
   * @return empty if no resource contains it, or that resource has no project
   * @throws OperationException if that resource has several projects, or the folder does not exist
   */
  public Optional<Project> forFolder(Path folder) {
    Path real = ResourceLocation.real(folder);
    return ProjectRows.read(
        database, rows -> holding(rows, real).flatMap(it -> projectOf(rows, it)));
  }

  /**
   * The project of a folder. If there is none, it is created from the resource or the git work tree
   * that contains the folder, and named after it.
   *
   * @throws OperationException if neither contains it
   */
  public Project open(Path folder) {
    Path real = ResourceLocation.real(folder);
    Optional<Project> there = forFolder(real);
    if (there.isPresent()) {
      return there.get();
    }
    Instant now = database.clock().now();
    return change(
        rows -> {
          Resource resource = holding(rows, real).orElseGet(() -> adopted(rows, real, now));
          return projectOf(rows, resource).orElseGet(() -> projectFor(rows, resource, now));
        });
  }

  private static Resource adopted(ProjectRows rows, Path folder, Instant now) {
    Path top = ResourceLocation.workTree(folder).orElseThrow(() -> inNoWorkTree(folder));
    Name name = freeName(top, it -> rows.resource(it).isPresent());
    return Resources.insert(rows, Resource.of(name, ResourceType.GIT_CHECKOUT, top), now);
  }

  private static Project projectFor(ProjectRows rows, Resource resource, Instant now) {
    Name name = freeName(resource.location(), it -> rows.project(it).isPresent());
    rows.insert(name, ProjectSettings.NONE, now);
    rows.note("project.created", name, Map.of());
    link(rows, name, resource.name());
    return rows.requiredProject(name);
  }

  private static OperationException inNoWorkTree(Path folder) {
    ResourceLocation.requireNotBare(folder);
    return new OperationException(
        Kind.INVALID,
        folder + " is in no project and in no git work tree",
        "Run git init there, or add it as a resource of type fs-directory",
        NextAction.of(Verb.INIT_REPOSITORY));
  }

  private static Optional<Resource> holding(ProjectRows rows, Path folder) {
    return rows.resources().stream()
        .filter(resource -> folder.startsWith(resource.location()))
        .max(Comparator.comparingInt(resource -> resource.location().getNameCount()));
  }

  private static Optional<Project> projectOf(ProjectRows rows, Resource resource) {
    List<Name> projects = rows.projectsOf(resource.name());
    if (projects.size() > 1) {
      throw new OperationException(
          Kind.CONFLICT,
          "%s belongs to several projects: %s"
              .formatted(
                  resource.location(),
                  String.join(", ", projects.stream().map(Name::forPeople).toList())),
          "Choose one with --project",
          null);
    }
    return projects.stream().findFirst().map(rows::requiredProject);
  }

  /** The folder's own name as far as it is a valid name, with a number if it is taken. */
  private static Name freeName(Path folder, Predicate<Name> taken) {
    Path last = folder.getFileName();
    String plain =
        (last == null ? "" : last.toString())
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9_-]+", "-")
            .replaceAll("^[^a-z]+|[-_]+$", "");
    plain =
        plain.isEmpty()
            ? "project"
            : plain.substring(0, Math.min(plain.length(), LONGEST_FOLDER_NAME));
    Name name = new Name(Name.LOCAL, plain);
    for (int number = 2; taken.test(name); number++) {
      name = new Name(Name.LOCAL, plain + "-" + number);
    }
    return name;
  }

  private <T> T change(Function<ProjectRows, T> change) {
    return ProjectRows.change(database, audit, change);
  }
}
