package dev.cleveragents.engine.project;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import dev.cleveragents.workspace.resource.Resource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Stores the resources that plans may work on. Thread-safe, because it keeps no state.
 *
 * <p>No two resources overlap: adding one reads the others and writes in one transaction, and
 * changes of resources run one at a time.
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
   * @throws OperationException if there is none; the hint names the most similar one
   */
  public Resource show(Name name) {
    return ProjectRows.read(database, rows -> rows.requiredResource(name));
  }

  /** The projects that a resource is linked to, by name. */
  public List<Name> projectsOf(Name resource) {
    return ProjectRows.read(database, rows -> rows.projectsOf(resource));
  }

  /**
   * Adds a resource under the real path of its directory. Changes no file in it.
   *
   * @throws OperationException if the directory does not exist, does not match the type or overlaps
   *     with another resource, or if the name is taken
   */
  public Resource add(Resource resource) {
    Path location = ResourceLocation.real(resource.location());
    ResourceLocation.require(resource.type(), location);
    Resource real = new Resource(resource.name(), resource.type(), location, resource.settings());
    Instant now = database.clock().now();
    return ProjectRows.change(database, audit, rows -> insert(rows, real, now));
  }

  /** Stores a resource whose directory was checked. */
  static Resource insert(ProjectRows rows, Resource resource, Instant now) {
    String name = resource.name().forPeople();
    if (rows.resource(resource.name()).isPresent()) {
      throw OperationException.conflict(
          "A resource %s exists already".formatted(name),
          NextAction.of(Verb.SHOW_KIND, "resource", name));
    }
    for (Resource other : rows.resources()) {
      if (ResourceLocation.overlap(resource, other)) {
        throw OperationException.conflict(
            "%s overlaps with the resource %s at %s; a file would belong to both"
                .formatted(resource.location(), other.name().forPeople(), other.location()),
            NextAction.of(Verb.SHOW_KIND, "resource", other.name().forPeople()));
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
   * Deletes a resource; its files are kept.
   *
   * @throws OperationException if there is none, or if a project links it
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
            throw new OperationException(
                Kind.CONFLICT,
                "The resource %s belongs to the project %s".formatted(resource.forPeople(), first),
                "Unlink it first",
                NextAction.of(Verb.UNLINK_RESOURCE, first, resource.forPeople()));
          }
          rows.deleteResource(resource);
          rows.note("resource.removed", resource, Map.of());
          return true;
        });
  }
}
