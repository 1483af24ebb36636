package dev.cleveragents.engine.project;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanException.Kind;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.store.Database;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Projects. No link leads nowhere: each change looks and writes in one transaction that no other
 * change of projects and resources runs beside, with its note in the audit log. Keeps nothing
 * itself, so any threads may use it.
 */
public final class Projects {

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
   * @throws PlanException if there is none; it names the nearest there is
   */
  public Project show(Name name) {
    return ProjectRows.read(database, rows -> rows.requiredProject(name));
  }

  /**
   * Makes a project of resources that are there already.
   *
   * @throws PlanException if there is one of that name, or a resource is missing
   */
  public Project create(Name name, List<Name> resources, ProjectSettings settings) {
    Instant now = database.clock().now();
    return change(
        rows -> {
          if (rows.project(name).isPresent()) {
            throw PlanException.conflict(
                "There is a project %s already".formatted(name.forPeople()),
                "agents project show " + name.forPeople());
          }
          rows.insert(name, settings, now);
          rows.note("project.created", name, Map.of());
          resources.forEach(resource -> link(rows, name, resource));
          return rows.requiredProject(name);
        });
  }

  /**
   * Gives a project other settings.
   *
   * @throws PlanException if there is no such project
   */
  public Project change(Name name, ProjectSettings settings) {
    return change(
        rows -> {
          rows.requiredProject(name);
          rows.change(name, settings);
          rows.note("project.changed", name, Map.of());
          return rows.requiredProject(name);
        });
  }

  /**
   * Links a resource to a project, after those it has. Asked again, nothing changes.
   *
   * @throws PlanException if one of the two is missing
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
   * Takes a resource out of a project; the resource itself stays.
   *
   * @throws PlanException if it is not linked there
   */
  public Project unlink(Name project, Name resource) {
    return change(
        rows -> {
          if (!isLinked(rows, project, resource)) {
            throw PlanException.notFound(
                "The project %s has no resource %s"
                    .formatted(project.forPeople(), resource.forPeople()),
                "agents project show " + project.forPeople());
          }
          rows.unlink(project, resource);
          rows.note("project.unlinked", project, Map.of("resource", resource.toString()));
          return rows.requiredProject(project);
        });
  }

  /**
   * Forgets a project; its resources, and the files in them, stay.
   *
   * @throws PlanException if there is none, or if plans on it are not over
   */
  public void delete(Name name) {
    this.<Boolean>change(
        rows -> {
          rows.requiredProject(name);
          long open = rows.openPlans(name);
          if (open > 0) {
            throw new PlanException(
                Kind.CONFLICT,
                "Plans on the project %s are not over: %d".formatted(name.forPeople(), open),
                "Apply or cancel them first.",
                "agents plan list --project " + name.forPeople());
          }
          rows.deleteProject(name);
          rows.note("project.deleted", name, Map.of());
          return true;
        });
  }

  /**
   * The project that a folder belongs to: the one that is linked to the resource which holds it,
   * the innermost if several do.
   *
   * @return nothing if no resource holds it, or none that is linked
   * @throws PlanException if several projects are linked to that resource, or there is no folder
   */
  public Optional<Project> forFolder(Path folder) {
    Path real = Location.real(folder);
    return ProjectRows.read(
        database, rows -> holding(rows, real).flatMap(it -> projectOf(rows, it)));
  }

  /**
   * The project that a folder belongs to; where there is none, it is made of the resource that
   * holds the folder, or else of the git work tree that it lies in, and named like it.
   *
   * @throws PlanException if it lies in neither
   */
  public Project open(Path folder) {
    Path real = Location.real(folder);
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
    Path top = Location.workTree(folder).orElseThrow(() -> inNoWorkTree(folder));
    Name name = FolderName.free(top, it -> rows.resource(it).isPresent());
    return Resources.insert(rows, Resource.of(name, ResourceType.GIT_CHECKOUT, top), now);
  }

  private static Project projectFor(ProjectRows rows, Resource resource, Instant now) {
    Name name = FolderName.free(resource.location(), it -> rows.project(it).isPresent());
    rows.insert(name, ProjectSettings.NONE, now);
    rows.note("project.created", name, Map.of());
    link(rows, name, resource.name());
    return rows.requiredProject(name);
  }

  private static PlanException inNoWorkTree(Path folder) {
    Location.requireNotBare(folder);
    return new PlanException(
        Kind.INVALID,
        folder + " belongs to no project and lies in no git work tree",
        "Make it one, or add it as it is: agents resource add NAME %s --type fs-directory"
            .formatted(folder),
        "git init");
  }

  private static Optional<Resource> holding(ProjectRows rows, Path folder) {
    return rows.resources().stream()
        .filter(resource -> folder.startsWith(resource.location()))
        .max(Comparator.comparingInt(resource -> resource.location().getNameCount()));
  }

  private static Optional<Project> projectOf(ProjectRows rows, Resource resource) {
    List<Name> projects = rows.projectsOf(resource.name());
    if (projects.size() > 1) {
      throw new PlanException(
          Kind.CONFLICT,
          "%s belongs to several projects: %s"
              .formatted(
                  resource.location(),
                  String.join(", ", projects.stream().map(Name::forPeople).toList())),
          "Say which with --project.",
          null);
    }
    return projects.stream().findFirst().map(rows::requiredProject);
  }

  private <T> T change(Function<ProjectRows, T> change) {
    return ProjectRows.change(database, audit, change);
  }
}
