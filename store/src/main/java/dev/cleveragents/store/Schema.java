package dev.cleveragents.store;

import dev.cleveragents.store.StoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The version of the tables, and how they get to it: forward only, by Flyway, and only for a
 * program that writes. The version is read first with one plain query, so that a command that finds
 * it right starts without loading Flyway.
 */
final class Schema {

  private static final Logger log = LoggerFactory.getLogger(Schema.class);

  /** The version this program works with: the number of the last migration. */
  static final int VERSION = 5;

  private static final String TABLE = "cleveragents_schema";

  /** What the server says where the schema of the address is still to be made. */
  private static final String NO_SCHEMA_YET = "3F000";

  private static final long MIGRATION_LOCK = 0x6d696772617465L;

  /** One process migrates a file at a time; within a process the lock of a file would throw. */
  private static final Object ONE_AT_A_TIME = new Object();

  private final Dialect dialect;
  private final int wanted;

  Schema(Dialect dialect, int wanted) {
    this.dialect = dialect;
    this.wanted = wanted;
  }

  /** Refuses every version but this program's. */
  void requireCurrent() throws SQLException {
    int version = version();
    if (version > wanted) {
      throw tooNew(version);
    }
    if (version < wanted) {
      throw new StoreException(
          version == 0 ? Kind.ABSENT : Kind.SCHEMA_TOO_OLD,
          version == 0
              ? dialect.describe() + " has no tables yet; the first command that writes makes them"
              : "%s has schema version %d, this program needs %d; any command that writes brings it up"
                      .formatted(dialect.describe(), version, wanted)
                  + " to date, for example 'agents worker run'",
          null);
    }
  }

  /**
   * Brings an older schema up to date; refuses a newer one. After an error that may pass it can be
   * called again: steps that were taken are kept, and one that failed has left nothing.
   */
  void migrate() throws SQLException {
    if (dialect instanceof SqliteDialect(Path file)) {
      migrateFile(file);
    } else if (version() != wanted) {
      migrateServer();
    }
  }

  /** Flyway's own lock does not cover the making of its table; this transaction's does. */
  private void migrateServer() throws SQLException {
    try (Connection guard = dialect.connect(Dialect.Access.WRITE);
        Statement statement = guard.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + MIGRATION_LOCK + ")");
      if (version() == 0) {
        requireRightToCreate(statement);
      }
      migrateOnce();
      guard.rollback();
    }
  }

  /** Tries it and takes it back: Flyway would try for ten seconds. */
  private void requireRightToCreate(Statement statement) throws SQLException {
    // An error would take the lock away with the rest of the transaction.
    statement.execute("SAVEPOINT may_create");
    try {
      statement.execute("CREATE TABLE cleveragents_may_create (id INTEGER)");
    } catch (SQLException e) {
      if (dialect.troubleOf(e).mayPass()) {
        throw e;
      }
      if (!NO_SCHEMA_YET.equals(e.getSQLState())) {
        throw Errors.notMigrated(dialect, wanted, e);
      }
    }
    statement.execute("ROLLBACK TO SAVEPOINT may_create");
  }

  private void migrateFile(Path file) throws SQLException {
    if (Files.exists(file) && version() == wanted) {
      return;
    }
    synchronized (ONE_AT_A_TIME) {
      try {
        Path folder = file.getParent();
        if (folder != null) {
          Files.createDirectories(folder);
        }
        Path guard = file.resolveSibling(file.getFileName() + ".migrating");
        try (FileChannel channel =
                FileChannel.open(guard, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock held = channel.lock()) {
          log.debug("Migrating {} under {}", file, held);
          migrateOnce();
        }
      } catch (FileLockInterruptionException e) {
        throw Errors.interrupted(dialect, e);
      } catch (IOException e) {
        throw new StoreException(
            Kind.READ_ONLY,
            "%s cannot be made or migrated (%s); check that its folder can be written"
                .formatted(dialect.describe(), e.getMessage()),
            e);
      }
    }
  }

  private void migrateOnce() throws SQLException {
    int version = version();
    if (version > wanted) {
      throw tooNew(version);
    }
    if (version == wanted) {
      return;
    }
    try {
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(new OneConnection(dialect))
          .locations("classpath:dev/cleveragents/store/" + dialect.folder())
          .table(TABLE)
          // Others may keep tables of their own in a shared PostgreSQL schema.
          .baselineOnMigrate(!dialect.hasOneWriter())
          .baselineVersion("0")
          .load()
          .migrate();
    } catch (FlywayException e) {
      SQLException error = Errors.sqlErrorIn(e);
      // What the driver throws when it is interrupted tells nothing by itself.
      if (error != null
          && (dialect.troubleOf(error).mayPass() || Thread.currentThread().isInterrupted())) {
        throw error;
      }
      throw Errors.notMigrated(dialect, wanted, e);
    }
  }

  /** The version the tables have, 0 if there are none. */
  int version() throws SQLException {
    if (dialect instanceof SqliteDialect sqlite && !Files.exists(sqlite.file())) {
      sqlite.requireFolder();
      return 0;
    }
    try (Connection connection = dialect.connect(Dialect.Access.READ)) {
      try (Statement statement = connection.createStatement()) {
        return hasTable(statement) ? lastVersion(statement) : 0;
      }
    }
  }

  private boolean hasTable(Statement statement) throws SQLException {
    String sql =
        dialect.hasOneWriter()
            ? "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '" + TABLE + "'"
            : "SELECT 1 WHERE to_regclass('" + TABLE + "') IS NOT NULL";
    try (ResultSet found = statement.executeQuery(sql)) {
      return found.next();
    }
  }

  private static int lastVersion(Statement statement) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT version FROM " + TABLE + " WHERE version IS NOT NULL AND success")) {
      int last = 0;
      while (row.next()) {
        last = Math.max(last, Integer.parseInt(row.getString(1)));
      }
      return last;
    }
  }

  private StoreException tooNew(int version) {
    return new StoreException(
        Kind.SCHEMA_TOO_NEW,
        "%s has schema version %d, this program knows only %d: a newer program has used it; update this"
                .formatted(dialect.describe(), version, wanted)
            + " one",
        null);
  }
}
