package dev.cleveragents.store;

import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.SqlConnection;
import dev.cleveragents.store.connection.SqliteDialect;
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
 * <p>Only this class's thread writes whether the log is large. Only the lane's thread uses the
 * connection and the setting that it was given last.
 */
final class WalCheckpointer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WalCheckpointer.class);

  /** Larger than a log without long readers: twice the size that is kept of the file. */
  private static final long LARGE_BYTES = 2L * SqliteDialect.LOG_KEPT_BYTES;

  /** As many pages as one commit may checkpoint while its callers wait: 64 MB. */
  private static final int FEW_PAGES = 4 * SqliteDialect.CHECKPOINT_PAGES;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final SqliteDialect dialect;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable Statement working;
  private volatile boolean isLarge;
  private @Nullable SqlConnection configured;
  private boolean configuredLarge;

  WalCheckpointer(SqliteDialect dialect) {
    this.dialect = dialect;
    this.isLarge = sizeOf(dialect.log()) > LARGE_BYTES;
  }

  /** Before each transaction of the lane: sets whether its connection checkpoints at commits. */
  void prepare(SqlConnection link) throws SQLException {
    boolean skip = isLarge;
    if (!link.equals(configured) || skip != configuredLarge) {
      int pages = skip ? 0 : SqliteDialect.CHECKPOINT_PAGES;
      link.query("PRAGMA wal_autocheckpoint = " + pages, _ -> 1);
      configured = link;
      configuredLarge = skip;
    }
  }

  /** The loop of the thread; returns once it is closed. */
  void run() {
    while (!pause()) {
      try (Connection connection = dialect.connect(Dialect.ConnectionUse.WRITE);
          Statement statement = connection.createStatement()) {
        working = statement;
        do {
          look(statement);
        } while (!pause());
      } catch (SQLException e) {
        isLarge = false;
        log.debug(
            "The log of {} is checkpointed by commits only: {}",
            dialect.describe(),
            e.getMessage());
      } finally {
        working = null;
      }
    }
  }

  /** Ends the thread, also during a checkpoint: the remaining pages stay in the log. */
  @Override
  public void close() {
    closing.countDown();
    Statement current = working;
    if (current != null) {
      try {
        current.cancel();
      } catch (SQLException e) {
        log.debug("The log of {} is still being checkpointed", dialect.describe(), e);
      }
    }
  }

  private void look(Statement statement) throws SQLException {
    boolean was = isLarge;
    boolean is = sizeOf(dialect.log()) > LARGE_BYTES && checkpoint(statement) > FEW_PAGES;
    isLarge = is;
    if (is && !was) {
      log.info(
          "The WAL of {} is large because a reader keeps it open; it is checkpointed when the"
              + " reader finishes",
          dialect.describe());
    }
  }

  /** Checkpoints the pages that no reader needs; returns how many pages of the log are left. */
  private static long checkpoint(Statement statement) throws SQLException {
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
      log.debug("The size of {} is unknown: {}", file, e.toString());
      return 0;
    }
  }

  /** Waits; true if it is closed. */
  private boolean pause() {
    try {
      return closing.await(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      close();
      return true;
    }
  }
}
