package dev.cleveragents.store;

import dev.cleveragents.kernel.time.TimeSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done with a connection of its own while a database is opened. */
final class Opening {

  private static final Logger log = LoggerFactory.getLogger(Opening.class);
  private static final Duration OTHERS_WRITE_AT_MOST = Duration.ofSeconds(30);
  private static final long TURN_NANOS = 1_000_000;

  private Opening() {}

  /** Something that fails while another process has the file for itself. */
  private interface Look<T> {
    T look() throws SQLException;
  }

  /** The clock of the store, which a writer sets going where there is none. */
  static StoreClock clockOf(Dialect dialect, TimeSource time, boolean mayWrite)
      throws SQLException {
    return patiently(dialect, () -> clockOnce(dialect, time, mayWrite));
  }

  private static <T> T patiently(Dialect dialect, Look<T> look) throws SQLException {
    long giveUp = System.nanoTime() + OTHERS_WRITE_AT_MOST.toNanos();
    while (true) {
      try {
        return look.look();
      } catch (SQLException e) {
        if (dialect.troubleOf(e) != Trouble.PASSING || System.nanoTime() - giveUp > 0) {
          throw e;
        }
        LockSupport.parkNanos(TURN_NANOS);
      }
    }
  }

  private static StoreClock clockOnce(Dialect dialect, TimeSource time, boolean mayWrite)
      throws SQLException {
    Dialect.Access access = mayWrite ? Dialect.Access.WRITE : Dialect.Access.READ;
    try (Link link = new Link(dialect, dialect.connect(access))) {
      if (!dialect.hasOneWriter()) {
        return inTransaction(link, dialect, it -> StoreClock.ofServer(it, time));
      }
      if (mayWrite) {
        Optional<Boot> boot = Boot.current();
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
  static void requireSound(Dialect dialect) throws SQLException {
    log.info("{} was not closed by the last process; looking for damage", dialect.describe());
    List<String> found = patiently(dialect, () -> damage(dialect));
    if (!found.equals(List.of("ok"))) {
      throw new StoreException(
          StoreException.Kind.DAMAGED,
          "%s is damaged: %s; move it away or restore a copy"
              .formatted(dialect.describe(), String.join("; ", found)),
          null);
    }
  }

  /**
   * Brings the log of a SQLite file into the file, so that whoever opens it next sees that it was
   * closed. SQLite does so by itself only where the last connection may write. Nothing is lost if
   * somebody else is at work and it does not come about.
   */
  static void foldLog(Dialect dialect) {
    try (Link link = new Link(dialect, dialect.connect(Dialect.Access.WRITE))) {
      link.query("PRAGMA busy_timeout = 0", _ -> 1);
      link.query("PRAGMA wal_checkpoint(TRUNCATE)", _ -> 1);
    } catch (SQLException e) {
      log.debug("The log of {} stays: {}", dialect.describe(), e.getMessage());
    }
  }

  private static List<String> damage(Dialect dialect) throws SQLException {
    try (Link link = new Link(dialect, dialect.connect(Dialect.Access.WRITE))) {
      return link.query("PRAGMA quick_check(10)", row -> row.getString(1));
    }
  }

  private static boolean knows(Link link, String boot) throws SQLException {
    return !link.query("SELECT 1 FROM clock WHERE boot = ?", row -> 1, boot).isEmpty();
  }

  private static void startClock(Link link, Boot boot, Instant wall) throws SQLException {
    link.update(
        "INSERT INTO clock (boot, wall, uptime) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        boot.id(),
        wall.toEpochMilli(),
        boot.uptime().toMillis());
  }

  private static <T> T inTransaction(Link link, Dialect dialect, Function<Transaction, T> read)
      throws SQLException {
    dialect.beginRead(link.connection());
    Transaction transaction = new Transaction(link, dialect);
    T result = read.apply(transaction);
    transaction.end();
    dialect.rollback(link);
    return result;
  }
}
