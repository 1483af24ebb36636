package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import dev.cleveragents.store.machine.OwnerOnlyFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the tables of all modules up to date, forward only, and only for a program that writes.
 *
 * <ul>
 *   <li>All missing scripts run in one transaction, under a lock over all processes: a failed or
 *       killed migration leaves nothing.
 *   <li>The table {@code job_schema} has one row per module. It is read first with one plain query,
 *       so that opening a database that is up to date is fast.
 * </ul>
 */
final class Schema {

  private static final Logger log = LoggerFactory.getLogger(Schema.class);

  /** The tables of the store itself. */
  static final Migrations JOBS = new Migrations("job", Schema.class, 1);

  private static final String TABLE = "job_schema";

  private static final long MIGRATION_LOCK = 0x6d696772617465L;

  /** Within one process the lock of a file would throw, so this lock comes first. */
  private static final Object ONE_AT_A_TIME = new Object();

  private final Dialect dialect;
  private final List<Migrations> modules;

  /**
   * @param more the modules with tables of their own
   */
  Schema(Dialect dialect, List<Migrations> more) {
    this.dialect = dialect;
    this.modules = new ArrayList<>(List.of(JOBS));
    this.modules.addAll(more);
  }

  /** The versions that this program needs, by module. */
  Map<String, Integer> wanted() {
    return modules.stream().collect(Collectors.toMap(Migrations::module, Migrations::version));
  }

  /** Versions as text: {@code engine 1, job 1}. */
  static String describe(Map<String, Integer> versions) {
    return new TreeMap<>(versions)
        .entrySet().stream()
            .map(it -> it.getKey() + " " + it.getValue())
            .collect(Collectors.joining(", "));
  }

  /** Refuses every version other than this program's. */
  void requireCurrent() throws SQLException {
    Map<String, Integer> found = requireTables();
    if (!isCurrent(found)) {
      throw new StoreException(
          Kind.SCHEMA_TOO_OLD,
          "%s has schema version %s, but this program needs %s. Open it for writing to migrate it"
              .formatted(dialect.describe(), describe(found), describe(wanted())),
          null);
    }
  }

  /** Refuses a database without tables; returns their versions, by module. */
  Map<String, Integer> requireTables() throws SQLException {
    Map<String, Integer> found = versions();
    if (found.isEmpty()) {
      throw new StoreException(
          Kind.ABSENT,
          dialect.describe() + " has no tables yet. The first command that writes creates them",
          null);
    }
    return found;
  }

  /** Refuses versions of a newer program. */
  void requireKnown(Map<String, Integer> found) {
    if (modules.stream().anyMatch(it -> versionOf(it, found) > it.version())) {
      throw new StoreException(
          Kind.SCHEMA_TOO_NEW,
          ("%s has schema version %s, but this program only knows %s: a newer program has"
                  + " migrated it. Update this program")
              .formatted(dialect.describe(), describe(found), describe(wanted())),
          null);
    }
  }

  private boolean isCurrent(Map<String, Integer> found) {
    requireKnown(found);
    return modules.stream().allMatch(it -> versionOf(it, found) == it.version());
  }

  private static int versionOf(Migrations module, Map<String, Integer> found) {
    return found.getOrDefault(module.module(), 0);
  }

  /** Migrates older tables; refuses newer ones. Can be called again after a retryable error. */
  void migrate() throws SQLException {
    if (isCurrent(versions())) {
      return;
    }
    if (dialect instanceof SqliteDialect(Path file)) {
      migrateFile(file);
    } else {
      migrateOnce();
    }
  }

  private void migrateFile(Path file) throws SQLException {
    synchronized (ONE_AT_A_TIME) {
      try {
        Path folder = file.getParent();
        if (folder != null) {
          OwnerOnlyFiles.createFolders(folder);
        }
        Path guard = file.resolveSibling(file.getFileName() + ".migrating");
        OwnerOnlyFiles.createFile(guard);
        try (FileChannel channel = FileChannel.open(guard, StandardOpenOption.WRITE);
            FileLock held = channel.lock()) {
          OwnerOnlyFiles.createFile(file);
          log.debug("Migrating {} under {}", file, held);
          migrateOnce();
        }
      } catch (FileLockInterruptionException e) {
        throw ErrorMessages.interrupted(dialect, e);
      } catch (IOException e) {
        throw new StoreException(
            Kind.READ_ONLY,
            "%s cannot be created or migrated: %s. Check that its folder is writable"
                .formatted(dialect.describe(), e.getMessage()),
            e);
      }
    }
  }

  private void migrateOnce() throws SQLException {
    try (Connection connection = dialect.connect(Dialect.ConnectionUse.MIGRATE);
        Statement statement = connection.createStatement()) {
      begin(statement);
      Map<String, Integer> found = versions(statement);
      if (isCurrent(found)) {
        return;
      }
      if (found.isEmpty()) {
        create(statement);
      }
      for (Migrations module : modules) {
        migrate(statement, module, versionOf(module, found));
      }
      statement.execute("COMMIT");
    } catch (SQLException e) {
      // The driver's error after an interrupt does not say that it was one.
      if (dialect.kindOf(e).isRetryable() || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      throw ErrorMessages.notMigrated(dialect, describe(wanted()), e);
    }
  }

  /** Begins the transaction of the migration and waits until no other process migrates. */
  private void begin(Statement statement) throws SQLException {
    if (dialect.hasOneWriter()) {
      statement.execute("BEGIN IMMEDIATE");
      return;
    }
    statement.execute("SELECT pg_advisory_xact_lock(" + MIGRATION_LOCK + ")");
    // Where the address names a schema that does not exist, it is created.
    String missing =
        """
        SELECT split_part(current_setting('search_path'), ',', 1) WHERE current_schema() IS NULL
        """;
    String name = null;
    try (ResultSet row = statement.executeQuery(missing)) {
      name = row.next() ? row.getString(1) : null;
    }
    if (name != null) {
      statement.execute("CREATE SCHEMA IF NOT EXISTS " + name);
    }
  }

  private void create(Statement statement) throws SQLException {
    if (dialect.hasOneWriter()) {
      try (ResultSet row = statement.executeQuery("SELECT name FROM sqlite_master LIMIT 1")) {
        if (row.next()) {
          throw new SQLException("it has tables of another program");
        }
      }
    }
    statement.execute(
        dialect.fillTypes(
            "CREATE TABLE %s (module {text} NOT NULL PRIMARY KEY, version {int} NOT NULL)"
                .formatted(TABLE)));
  }

  private void migrate(Statement statement, Migrations module, int version) throws SQLException {
    if (version < module.version()) {
      for (int next = version + 1; next <= module.version(); next++) {
        // Both drivers run all statements of a text.
        statement.executeUpdate(dialect.fillTypes(module.script(next)));
      }
      statement.executeUpdate(
          "DELETE FROM %s WHERE module = '%s'".formatted(TABLE, module.module()));
      statement.executeUpdate(
          "INSERT INTO %s (module, version) VALUES ('%s', %d)"
              .formatted(TABLE, module.module(), module.version()));
    }
  }

  /** The versions of the existing tables, by module; empty if there are none. */
  Map<String, Integer> versions() throws SQLException {
    if (dialect instanceof SqliteDialect sqlite && !sqlite.hasContent()) {
      sqlite.requireFolder();
      return Map.of();
    }
    try (Connection connection = dialect.connect(Dialect.ConnectionUse.READ);
        Statement statement = connection.createStatement()) {
      return versions(statement);
    }
  }

  private Map<String, Integer> versions(Statement statement) throws SQLException {
    String hasTable =
        dialect.hasOneWriter()
            ? "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '" + TABLE + "'"
            : "SELECT 1 WHERE to_regclass('" + TABLE + "') IS NOT NULL";
    try (ResultSet found = statement.executeQuery(hasTable)) {
      if (!found.next()) {
        return Map.of();
      }
    }
    Map<String, Integer> versions = new TreeMap<>();
    try (ResultSet row = statement.executeQuery("SELECT module, version FROM " + TABLE)) {
      while (row.next()) {
        versions.put(row.getString("module"), row.getInt("version"));
      }
    }
    return versions;
  }
}
