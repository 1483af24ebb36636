package dev.cleveragents.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints a large write-ahead log of a SQLite file in the background. While a reader keeps a
 * snapshot open for minutes, later pages cannot be checkpointed; the first commit after that would
 * checkpoint all of them, for longer than its callers wait. So commits do not checkpoint while the
 * log is large. This class does it, on a thread and a connection of its own, until so few pages are
 * left that a commit can checkpoint the rest and SQLite can restart the log.
 *
 * <p>Whether the log is long is written by the keeper's thread alone; which connection knows of it
 * is the lane's own.
 */
final class WalCheckpointer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WalCheckpointer.class);

  /** Larger than a log that no reader holds up: twice the size that is kept of the file. */
  private static final long LONG_BYTES = 2L * SqliteDialect.LOG_KEPT_BYTES;

  /** What one commit can bring in while its callers wait: 64 MB. */
  private static final int FEW_PAGES = 4 * SqliteDialect.CHECKPOINT_PAGES;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final SqliteDialect dialect;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable Statement working;
  private volatile boolean isLong;
  private @Nullable SqlConnection told;
  private boolean toldLong;

  WalCheckpointer(SqliteDialect dialect) {
    this.dialect = dialect;
    this.isLong = sizeOf(dialect.log()) > LONG_BYTES;
  }

  /** Before each transaction of the lane: tells its connection whether commits bring the log in. */
  void prepare(SqlConnection link) throws SQLException {
    boolean leave = isLong;
    if (!link.equals(told) || leave != toldLong) {
      int pages = leave ? 0 : SqliteDialect.CHECKPOINT_PAGES;
      link.query("PRAGMA wal_autocheckpoint = " + pages, _ -> 1);
      told = link;
      toldLong = leave;
    }
  }

  /** The keeper's thread, until it is closed. */
  void run() {
    while (!pause()) {
      try (Connection connection = dialect.connect(Dialect.Access.WRITE);
          Statement statement = connection.createStatement()) {
        working = statement;
        do {
          look(statement);
        } while (!pause());
      } catch (SQLException e) {
        isLong = false;
        log.debug("The log of {} is left to commits: {}", dialect.describe(), e.getMessage());
      } finally {
        working = null;
      }
    }
  }

  /** Ends the thread, also while it brings in a log: what is not brought in is in the log. */
  @Override
  public void close() {
    closing.countDown();
    Statement current = working;
    if (current != null) {
      try {
        current.cancel();
      } catch (SQLException e) {
        log.debug("The log of {} is still being brought in", dialect.describe(), e);
      }
    }
  }

  private void look(Statement statement) throws SQLException {
    boolean was = isLong;
    boolean is = sizeOf(dialect.log()) > LONG_BYTES && broughtInBut(statement) > FEW_PAGES;
    isLong = is;
    if (is && !was) {
      log.info(
          "The WAL of {} is large because a reader keeps it open; it is checkpointed when the"
              + " reader finishes",
          dialect.describe());
    }
  }

  /** Checkpoints the pages that no reader needs; returns how many pages of the log are left. */
  private static long broughtInBut(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(PASSIVE)")) {
      row.next();
      return row.getLong("log") - row.getLong("checkpointed");
    }
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      log.debug("{} cannot be looked at: {}", file, e.toString());
      return 0;
    }
  }

  /** Waits; true if it is to end. */
  private boolean pause() {
    try {
      return closing.await(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      close();
      return true;
    }
  }
}
