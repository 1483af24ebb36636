package dev.cleveragents.engine.project;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
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

  private static final String RESOURCE = "SELECT r.name, r.type, r.location, r.settings ";

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
              "SELECT position FROM audit_head WHERE id = 1 {lock}", row -> row.getLong(1));
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
    return transaction.query(
        RESOURCE + "FROM project_resources r ORDER BY r.name", ProjectRows::resource);
  }

  Optional<Resource> resource(Name name) {
    return transaction.first(
        RESOURCE + "FROM project_resources r WHERE r.name = ?",
        ProjectRows::resource,
        name.toString());
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
        "SELECT name FROM project_records ORDER BY name", row -> Name.of(row.getString(1)));
  }

  /** The projects that a resource is linked to. */
  List<Name> projectsOf(Name resource) {
    return transaction.query(
        "SELECT project FROM project_members WHERE resource = ? ORDER BY project",
        row -> Name.of(row.getString(1)),
        resource.toString());
  }

  Optional<Project> project(Name name) {
    return transaction
        .first(
            "SELECT settings FROM project_records WHERE name = ?",
            row -> SettingsJson.readProject(row.getString(1)),
            name.toString())
        .map(settings -> new Project(name, resourcesOf(name), settings));
  }

  private List<Resource> resourcesOf(Name project) {
    return transaction.query(
        RESOURCE
            + """
            FROM project_members p JOIN project_resources r ON r.name = p.resource
            WHERE p.project = ? ORDER BY p.place, r.name
            """,
        ProjectRows::resource,
        project.toString());
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
            row -> row.getLong(1),
            project.toString())
        .orElse(0L);
  }

  private static Resource resource(ResultSet row) throws SQLException {
    return new Resource(
        Name.of(row.getString(1)),
        ResourceType.of(row.getString(2)),
        Path.of(row.getString(3)),
        SettingsJson.readResource(row.getString(4)));
  }
}
