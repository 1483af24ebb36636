package dev.cleveragents.store;

import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.DatabaseSettings.Access;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.SqlConnection;
import dev.cleveragents.store.connection.SqliteDialect;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.machine.MachineBoot;
import dev.cleveragents.store.sql.RowMapper;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a database: checks the file after an unclean stop, migrates the tables and starts the
 * clock. Transient errors are retried, see {@link OpenRetries}. If it fails, it releases its share
 * of the {@link OpenFileLock}; a file that was not checked yet stays marked as such.
 */
final class DatabaseOpener {

  private static final Logger log = LoggerFactory.getLogger(DatabaseOpener.class);

  private final Dialect dialect;
  private final Schema schema;
  private final Access access;
  private final boolean mayWrite;
  private final TimeSource time;
  private final OpenRetries retries;

  /**
   * An open database.
   *
   * @param mark of a SQLite file opened for writing, otherwise null
   */
  record Opened(@Nullable OpenFileLock mark, StoreClock clock) {}

  DatabaseOpener(DatabaseSettings settings, Dialect dialect, TimeSource time, OpenWaitPolicy wait) {
    this.dialect = dialect;
    this.schema = new Schema(dialect, settings.modules());
    this.access = settings.access();
    this.mayWrite = access != Access.READ;
    this.time = time;
    this.retries = new OpenRetries(dialect, settings.deadline(), wait, time);
  }

  Opened open() {
    if (access == Access.EXISTING && dialect instanceof SqliteDialect sqlite) {
      sqlite.requireContent();
    }
    // Before anything else: a connection may remove the log that shows an unclean stop.
    OpenFileLock mark =
        mayWrite && dialect instanceof SqliteDialect(Path file) ? OpenFileLock.place(file) : null;
    boolean opened = false;
    try {
      if (mark != null && mark.afterUncleanStop()) {
        requireSound();
        mark.sound();
      }
      retries.run(this::migrateTables);
      Opened result = new Opened(mark, retries.call(this::clock));
      opened = true;
      return result;
    } finally {
      if (!opened && mark != null) {
        mark.close();
      }
    }
  }

  /** Migrates the tables or, for a reader, requires that they are up to date. */
  private void migrateTables() throws SQLException {
    if (access == Access.EXISTING) {
      schema.requireTables();
    }
    if (mayWrite) {
      schema.migrate();
    } else {
      schema.requireCurrent();
    }
  }

  /** The clock of the store; a writer starts it if there is none. */
  private StoreClock clock() throws SQLException {
    Dialect.ConnectionUse use = mayWrite ? Dialect.ConnectionUse.WRITE : Dialect.ConnectionUse.READ;
    try (SqlConnection link = new SqlConnection(dialect, dialect.connect(use))) {
      if (!dialect.hasOneWriter()) {
        return inTransaction(link, dialect, it -> StoreClock.ofServer(it, time));
      }
      if (mayWrite) {
        Optional<MachineBoot> boot = MachineBoot.current();
        if (boot.isPresent() && !knows(link, boot.get().id())) {
          startClock(link, boot.get(), time.wallTime());
        }
      }
      return inTransaction(link, dialect, it -> StoreClock.ofMachine(it, time));
    } catch (Transaction.SqlFailure e) {
      throw e.error();
    }
  }

  /** Refuses a file that the last process did not close and that is damaged. */
  private void requireSound() {
    log.info("{} was not closed by the last process; looking for damage", dialect.describe());
    List<String> found = retries.call(this::damage);
    if (!found.equals(List.of("ok"))) {
      throw new StoreException(
          StoreException.Kind.DAMAGED,
          "%s is damaged: %s. Move it away or restore a backup"
              .formatted(dialect.describe(), String.join("; ", found)),
          null);
    }
  }

  /**
   * Checkpoints the log of a SQLite file, so that the next process sees that it was closed. SQLite
   * does this itself only if the last connection may write. If another process uses the file, the
   * log stays, and nothing is lost.
   */
  static void checkpointLog(Dialect dialect) {
    try (SqlConnection link =
        new SqlConnection(dialect, dialect.connect(Dialect.ConnectionUse.WRITE))) {
      link.query("PRAGMA busy_timeout = 0", _ -> 1);
      link.query("PRAGMA wal_checkpoint(TRUNCATE)", _ -> 1);
    } catch (SQLException e) {
      log.debug("The log of {} stays: {}", dialect.describe(), e.getMessage());
    }
  }

  private List<String> damage() throws SQLException {
    try (SqlConnection link =
        new SqlConnection(dialect, dialect.connect(Dialect.ConnectionUse.WRITE))) {
      return link.query("PRAGMA quick_check(10)", RowMapper.of(String.class));
    }
  }

  private static boolean knows(SqlConnection link, String boot) throws SQLException {
    return !link.query("SELECT 1 FROM job_clock WHERE boot = ?", row -> 1, boot).isEmpty();
  }

  private static void startClock(SqlConnection link, MachineBoot boot, Instant wall)
      throws SQLException {
    link.update(
        "INSERT INTO job_clock (boot, wall, uptime) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        boot.id(),
        wall.toEpochMilli(),
        boot.uptime().toMillis());
  }

  private static <T> T inTransaction(
      SqlConnection link, Dialect dialect, Function<Transaction, T> read) throws SQLException {
    dialect.beginRead(link.connection());
    Transaction transaction = new Transaction(link, dialect);
    T result = read.apply(transaction);
    transaction.end();
    dialect.rollback(link);
    return result;
  }
}
