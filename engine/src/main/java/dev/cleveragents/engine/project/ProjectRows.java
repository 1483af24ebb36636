package dev.cleveragents.engine.project;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads and writes the tables of projects and resources in one transaction. An instance is valid
 * until the call that created it returns, on that call's thread.
 */
final class ProjectRows {

  /** A row of {@code project_resources}. */
  private record Row(Name name, String type, String location, String settings) {

    Resource resource() {
      return new Resource(
          name, ResourceType.of(type), Path.of(location), SettingsJson.readResource(settings));
    }
  }

  private final Transaction transaction;
  private final List<AuditEvent> notes = new ArrayList<>();

  private ProjectRows(Transaction transaction) {
    this.transaction = transaction;
  }

  static <T> T read(Database database, Function<ProjectRows, T> read) {
    return database.read(transaction -> read.apply(new ProjectRows(transaction)));
  }

  /**
   * Changes projects and resources, one transaction at a time, so that a decision about all of
   * them, such as that no two overlap, still holds at the commit. The lock is the audit log's head
   * row, which every such transaction takes anyway. Noted events are appended to the log.
   */
  static <T> T change(Database database, AuditLog audit, Function<ProjectRows, T> change) {
    return database.write(
        transaction -> {
          transaction.query(
              "SELECT position FROM audit_head WHERE id = 1 {lock}", RowMapper.of(Long.class));
          ProjectRows rows = new ProjectRows(transaction);
          T changed = change.apply(rows);
          audit.append(transaction, rows.notes.toArray(AuditEvent[]::new));
          return changed;
        });
  }

  /** Notes an event about this project or resource for the audit log. */
  void note(String type, Name name, Map<String, ?> more) {
    AuditEvent event = AuditEvent.of(type, "user").with("name", name.toString());
    for (Map.Entry<String, ?> entry : more.entrySet()) {
      event = event.with(entry.getKey(), entry.getValue());
    }
    notes.add(event);
  }

  Project requiredProject(Name name) {
    return project(name).orElseThrow(() -> missing("project", name, projects()));
  }

  Resource requiredResource(Name name) {
    return resource(name)
        .orElseThrow(
            () -> missing("resource", name, resources().stream().map(Resource::name).toList()));
  }

  private static OperationException missing(String what, Name name, List<Name> known) {
    return new OperationException(
        OperationException.Kind.NOT_FOUND,
        "There is no %s %s".formatted(what, name.forPeople()),
        NameSuggestion.to(name.forPeople(), known.stream().map(Name::forPeople).toList())
            .map("Did you mean '%s'?"::formatted)
            .orElse(null),
        NextAction.of(Verb.LIST_KIND, what));
  }

  List<Resource> resources() {
    return resources("FROM project_resources r ORDER BY r.name");
  }

  Optional<Resource> resource(Name name) {
    return resources("FROM project_resources r WHERE r.name = ?", name.toString()).stream()
        .findFirst();
  }

  void insert(Resource resource, Instant now) {
    transaction.update(
        """
        INSERT INTO project_resources (name, type, location, settings, created_at)
        VALUES (?, ?, ?, ?, ?)
        """,
        resource.name().toString(),
        resource.type().id(),
        resource.location().toString(),
        SettingsJson.write(resource.settings()),
        StoreClock.micros(now));
  }

  void deleteResource(Name name) {
    transaction.update("DELETE FROM project_resources WHERE name = ?", name.toString());
  }

  List<Name> projects() {
    return transaction.query(
        "SELECT name FROM project_records ORDER BY name", RowMapper.of(Name.class));
  }

  /** The projects that a resource is linked to. */
  List<Name> projectsOf(Name resource) {
    return transaction.query(
        "SELECT project FROM project_members WHERE resource = ? ORDER BY project",
        RowMapper.of(Name.class),
        resource.toString());
  }

  Optional<Project> project(Name name) {
    return transaction
        .first(
            "SELECT settings FROM project_records WHERE name = ?",
            RowMapper.of(String.class),
            name.toString())
        .map(json -> new Project(name, resourcesOf(name), SettingsJson.readProject(json)));
  }

  private List<Resource> resourcesOf(Name project) {
    return resources(
        """
        FROM project_members p JOIN project_resources r ON r.name = p.resource
        WHERE p.project = ? ORDER BY p.place, r.name
        """,
        project.toString());
  }

  private List<Resource> resources(String from, Object... arguments) {
    return transaction
        .query(
            "SELECT r.name, r.type, r.location, r.settings " + from,
            RowMapper.of(Row.class),
            arguments)
        .stream()
        .map(Row::resource)
        .toList();
  }

  void insert(Name project, ProjectSettings settings, Instant now) {
    transaction.update(
        "INSERT INTO project_records (name, settings, created_at) VALUES (?, ?, ?)",
        project.toString(),
        SettingsJson.write(settings),
        StoreClock.micros(now));
  }

  void deleteProject(Name name) {
    transaction.update("DELETE FROM project_members WHERE project = ?", name.toString());
    transaction.update("DELETE FROM project_records WHERE name = ?", name.toString());
  }

  void link(Name project, Name resource) {
    transaction.update(
        """
        INSERT INTO project_members (project, resource, place)
        SELECT ?, ?, COALESCE(MAX(place), 0) + 1 FROM project_members WHERE project = ?
        """,
        project.toString(),
        resource.toString(),
        project.toString());
  }

  void unlink(Name project, Name resource) {
    transaction.update(
        "DELETE FROM project_members WHERE project = ? AND resource = ?",
        project.toString(),
        resource.toString());
  }

  /** The number of unfinished plans of a project. */
  long openPlans(Name project) {
    return transaction
        .first(
            """
            SELECT COUNT(*) FROM plan_records
            WHERE project = ? AND state NOT IN ('APPLIED', 'CANCELLED')
            """,
            RowMapper.of(Long.class),
            project.toString())
        .orElse(0L);
  }
}
