package dev.cleveragents.engine.project;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanException.Kind;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.store.Database;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What plans may work on. No two resources overlap: adding one looks at the others and writes in
 * one transaction that no other change of resources runs beside. Keeps nothing itself, so any
 * threads may use it.
 */
public final class Resources {

  private final Database database;
  private final AuditLog audit;

  public Resources(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** All resources, by name. */
  public List<Resource> list() {
    return ProjectRows.read(database, ProjectRows::resources);
  }

  /**
   * The resource of this name.
   *
   * @throws PlanException if there is none; it names the nearest there is
   */
  public Resource show(Name name) {
    return ProjectRows.read(database, rows -> rows.requiredResource(name));
  }

  /** The projects that a resource is linked to, by name. */
  public List<Name> projectsOf(Name resource) {
    return ProjectRows.read(database, rows -> rows.projectsOf(resource));
  }

  /**
   * Adds something that plans may work on, under the one name of its place whatever links lead
   * there. Nothing in it is changed.
   *
   * @throws PlanException if it is not there, is not what the type says, overlaps with another, or
   *     if there is one of that name
   */
  public Resource add(Resource resource) {
    Path location = Location.real(resource.location());
    Location.require(resource.type(), location);
    Resource real = new Resource(resource.name(), resource.type(), location, resource.settings());
    Instant now = database.clock().now();
    return ProjectRows.change(database, audit, rows -> insert(rows, real, now));
  }

  /** Stores a resource whose place was looked at. */
  static Resource insert(ProjectRows rows, Resource resource, Instant now) {
    String name = resource.name().forPeople();
    if (rows.resource(resource.name()).isPresent()) {
      throw PlanException.conflict(
          "There is a resource %s already".formatted(name), "agents resource show " + name);
    }
    for (Resource other : rows.resources()) {
      if (Location.overlap(resource, other)) {
        throw PlanException.conflict(
            "%s overlaps with the resource %s at %s; a file would belong to both"
                .formatted(resource.location(), other.name().forPeople(), other.location()),
            "agents resource show " + other.name().forPeople());
      }
    }
    rows.insert(resource, now);
    rows.note(
        "resource.added",
        resource.name(),
        Map.of("type", resource.type().id(), "location", resource.location().toString()));
    return resource;
  }

  /**
   * Forgets a resource; the files in it stay.
   *
   * @throws PlanException if there is none, or if a project is linked to it
   */
  public void remove(Name resource) {
    ProjectRows.<Boolean>change(
        database,
        audit,
        rows -> {
          rows.requiredResource(resource);
          List<Name> projects = rows.projectsOf(resource);
          if (!projects.isEmpty()) {
            String first = projects.getFirst().forPeople();
            throw new PlanException(
                Kind.CONFLICT,
                "The resource %s belongs to the project %s".formatted(resource.forPeople(), first),
                "Unlink it first.",
                "agents project unlink %s %s".formatted(first, resource.forPeople()));
          }
          rows.deleteResource(resource);
          rows.note("resource.removed", resource, Map.of());
          return true;
        });
  }
}
