package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log of SQLite that became long beside a reader is brought in beside the commits, by none of
 * them: with gigabytes in it, that takes longer than their callers wait.
 */
@Timeout(120)
class LongLogTest {

  private static final String LEFT_ALONE = "PRAGMA wal_autocheckpoint = 0";
  private static final int KEPT_BYTES = 64 << 20;
  private static final int BLOB = 8 << 20;

  @TempDir Path folder;
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private Path file;

  @BeforeEach
  void table() {
    file = folder.resolve("store.db");
    try (Database database = open()) {
      database.write(transaction -> transaction.update("CREATE TABLE big (content BLOB)"));
    }
    heard.clear();
  }

  private Database open() {
    ObservedConnections.Listener listener =
        new ObservedConnections.Listener() {
          @Override
          public void before(String sql) {
            if (sql.contains("wal_autocheckpoint")) {
              heard.add(sql);
            }
          }
        };
    return TestDatabase.open(
        DatabaseSettings.at("jdbc:sqlite:" + file),
        TimeSource.system(),
        new ObservedConnections(listener)::connection);
  }

  private long log() throws Exception {
    return Files.size(file.resolveSibling("store.db-wal"));
  }

  private static int write(Database database, int bytes) {
    return database.write(
        transaction -> transaction.update("INSERT INTO big VALUES (zeroblob(?))", bytes));
  }

  private void makeLong(Database database) throws Exception {
    while (log() < 2.5 * KEPT_BYTES) {
      write(database, BLOB);
    }
  }

  private Connection reader() throws Exception {
    Connection reader = DriverManager.getConnection("jdbc:sqlite:" + file);
    reader.setAutoCommit(false);
    try (Statement statement = reader.createStatement()) {
      statement.executeQuery("SELECT count(*) FROM big").close();
    }
    return reader;
  }

  @Test
  void commitsDoNotCheckpointUntilFewPagesAreLeft() throws Exception {
    try (Database database = open()) {
      try (Connection reader = reader()) {
        makeLong(database);
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> write(database, 1) == 1 && heard.getLast().equals(LEFT_ALONE));
        reader.rollback();
      }
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  write(database, 1) == 1
                      && log() <= KEPT_BYTES
                      && !heard.getLast().equals(LEFT_ALONE));
    }
  }

  @Test
  void theFirstCommitAfterOpeningDoesNotCheckpointEither() throws Exception {
    try (Connection reader = reader()) {
      try (Database database = open()) {
        makeLong(database);
      }
      heard.clear();
      try (Database database = open()) {
        write(database, 1);
        assertThat(heard).containsExactly(LEFT_ALONE);
      }
      reader.rollback();
    }
  }
}
