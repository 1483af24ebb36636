package dev.cleveragents.store.connection;

import dev.cleveragents.store.sql.BulkInsert;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.SqlQuery;
import dev.cleveragents.store.sql.SqlStatement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * SQLite: one file with a write-ahead log, synced at every commit, shared by several processes. A
 * transaction that writes begins with BEGIN IMMEDIATE. It never upgrades from a reader to a writer,
 * which would fail with "database is locked".
 *
 * <p>The id of a batch is stored just before the commit, and only if the transaction changed a row:
 * a transaction that wrote nothing leaves the file as it is, so {@code PRAGMA data_version} stays
 * the same and {@code ChangeWatcher} wakes no worker. A lost answer needs no id then, because
 * running the batch again does no harm. Statements that define tables do not count as changes.
 */
public record SqliteDialect(Path file) implements Dialect {

  /** The busy time-out of readers, for example while a crashed writer's log is recovered. */
  private static final int READER_WAITS_MILLIS = 5_000;

  /** The busy time-out of a migration: other processes may be reading the version. */
  private static final int MIGRATION_WAITS_MILLIS = 30_000;

  /** The number of pages in the log at which a commit also checkpoints it: 16 MB. */
  public static final int CHECKPOINT_PAGES = 4_000;

  private static final int CACHE_KILOBYTES = 16 << 10;

  /** The size to which the log is truncated when SQLite restarts it. */
  public static final int LOG_KEPT_BYTES = 64 << 20;

  @Override
  public String describe() {
    return "SQLite database " + file;
  }

  @Override
  public boolean hasOneWriter() {
    return true;
  }

  @Override
  public Connection connect(ConnectionUse use) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setSynchronous(SynchronousMode.FULL);
    config.setCacheSize(-CACHE_KILOBYTES);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    config.setBusyTimeout(
        switch (use) {
          case READ -> READER_WAITS_MILLIS;
          case WRITE -> 0;
          case MIGRATE -> MIGRATION_WAITS_MILLIS;
        });
    if (use == ConnectionUse.READ) {
      requireContent();
      config.setReadOnly(true);
      if (!Files.isWritable(file.resolveSibling(""))) {
        return config.createConnection(addressInReadOnlyFolder());
      }
    } else {
      config.setJournalMode(JournalMode.WAL);
      config.setJournalSizeLimit(LOG_KEPT_BYTES);
      config.setPragma(SQLiteConfig.Pragma.WAL_AUTOCHECKPOINT, String.valueOf(CHECKPOINT_PAGES));
    }
    return config.createConnection("jdbc:sqlite:" + file);
  }

  /** Whether the file exists and is not empty; found without opening it. */
  public boolean hasContent() {
    try {
      return Files.size(file) > 0;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return Files.exists(file); // The connection that follows reports the error.
    }
  }

  /**
   * Refuses a missing or empty file, without opening it: SQLite would create the one, and delete
   * the log beside the other.
   */
  public void requireContent() {
    if (!hasContent()) {
      throw new StoreException(
          StoreException.Kind.ABSENT,
          "There is no database yet at " + file + ". The first command that writes creates it",
          null);
    }
  }

  /** Refuses a path through a file: no store can be created there later. */
  public void requireFolder() {
    Path above = file.toAbsolutePath().getParent();
    while (above != null && Files.notExists(above)) {
      above = above.getParent();
    }
    if (above != null && !Files.isDirectory(above)) {
      throw new StoreException(
          StoreException.Kind.MISCONFIGURED,
          "Cannot create a database at %s: %s is not a folder. Choose another path"
              .formatted(file, above),
          null);
    }
  }

  /**
   * The address in a read-only folder. SQLite needs a second file beside a database with a
   * write-ahead log, and cannot create it here. If the log is missing, no process has the store
   * open, and it is read as an immutable file: a writer that begins during the read may spoil that
   * answer, nothing else. If there is a log, a user with write access must checkpoint it.
   */
  private String addressInReadOnlyFolder() {
    if (Files.notExists(log())) {
      return "jdbc:sqlite:" + file.toUri() + "?immutable=1";
    }
    if (Files.notExists(beside("-shm"))) {
      throw new StoreException(
          StoreException.Kind.READ_ONLY,
          ("%s cannot be read: its log %s must be checkpointed, which needs write access"
                  + " to the folder. Let a user with that access run any command, or copy both"
                  + " files to a folder of your own")
              .formatted(describe(), log().getFileName()),
          null);
    }
    return "jdbc:sqlite:" + file;
  }

  /** The write-ahead log. */
  public Path log() {
    return beside("-wal");
  }

  private Path beside(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  @Override
  public void beginWrite(SqlConnection link) throws SQLException {
    execute(link.connection(), "BEGIN IMMEDIATE");
    link.changesBefore = changes(link);
  }

  @Override
  public boolean isStored(SqlConnection link, BatchId id, boolean mayBeStored) throws SQLException {
    return mayBeStored
        && !link.query("SELECT 1 FROM job_commits WHERE id = ?", row -> true, id.id()).isEmpty();
  }

  /** The number of rows that this connection has inserted, updated and deleted. */
  private static long changes(SqlConnection link) throws SQLException {
    return link.query("SELECT total_changes()", RowMapper.of(Long.class)).getFirst();
  }

  @Override
  public void beginRead(Connection connection) throws SQLException {
    execute(connection, "BEGIN");
  }

  @Override
  public boolean commit(SqlConnection link, BatchId id, @Nullable String announcement)
      throws SQLException {
    boolean changed = changes(link) != link.changesBefore;
    if (changed) {
      if (id.before() != null) {
        link.update("DELETE FROM job_commits WHERE id = ?", id.before());
      }
      link.update("INSERT INTO job_commits (id) VALUES (?)", id.id());
    }
    execute(link.connection(), "COMMIT");
    return changed;
  }

  @Override
  public void rollback(SqlConnection link) throws SQLException {
    execute(link.connection(), "ROLLBACK");
  }

  @Override
  public String fillTypes(String script) {
    return script
        .replace("{text}", "TEXT")
        .replace("{int}", "INTEGER")
        .replace("{real}", "REAL")
        .replace("{bytes}", "BLOB")
        .replace("{rowless}", " WITHOUT ROWID");
  }

  @Override
  public String fill(String sql) {
    return sql.replace("{ids}", "IN (SELECT value FROM json_each(?))")
        .replace("{lock}", "")
        .replace("{skip}", "")
        .replace("{share}", "");
  }

  @Override
  public void later(SqlConnection link, String sql, @Nullable Object... arguments)
      throws SQLException {
    link.update(sql, arguments);
  }

  @Override
  public <A, B> SqlQuery.Both<A, B> queryBoth(
      SqlConnection link, SqlQuery<A> first, SqlQuery<B> second) throws SQLException {
    return new SqlQuery.Both<>(link.query(first), link.query(second));
  }

  @Override
  public void insert(SqlConnection link, BulkInsert bulk, List<@Nullable Object[]> rows)
      throws SQLException {
    SqlStatement insert = bulk.withJson(rows);
    if (insert == null) {
      link.batch(bulk.ofOneRow(), rows);
    } else {
      link.update(insert.sql(), insert.arguments().toArray());
    }
  }

  @Override
  public Object bind(Connection connection, IdList ids) {
    return ids.toJson();
  }

  @Override
  public ErrorKind kindOf(SQLException error) {
    if (error instanceof SQLiteException it
        && it.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE) {
      return ErrorKind.DISK_FULL; // The file that processes share beside the store could not grow.
    }
    SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(error.getErrorCode() & 0xff);
    return switch (code) {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL -> ErrorKind.TRANSIENT;
      case SQLITE_FULL -> ErrorKind.DISK_FULL;
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN -> ErrorKind.READ_ONLY;
      case SQLITE_CORRUPT, SQLITE_NOTADB -> ErrorKind.DAMAGED;
      case SQLITE_IOERR -> ErrorKind.CONNECTION_LOST;
      default -> ErrorKind.PERMANENT;
    };
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
