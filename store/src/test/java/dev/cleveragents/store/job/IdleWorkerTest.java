package dev.cleveragents.store.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A transaction that wrote nothing leaves a SQLite file unchanged, so that a worker with an empty
 * queue does not wake itself.
 */
class IdleWorkerTest {

  private static final ClaimFilter TYPES = ClaimFilter.ofTypes("work");

  @TempDir private Path folder;
  private String url = "";
  private Database database;
  private Connection observer;

  @BeforeEach
  void open() throws SQLException {
    url = "jdbc:sqlite:" + folder.resolve("jobs.db");
    database = Database.open(url);
    observer = DriverManager.getConnection(url);
  }

  @AfterEach
  void close() throws SQLException {
    observer.close();
    database.close();
  }

  /** A number that changes with every commit of another connection that wrote something. */
  private long version() throws SQLException {
    try (Statement statement = observer.createStatement();
        ResultSet row = statement.executeQuery("PRAGMA data_version")) {
      row.next();
      return row.getLong(1);
    }
  }

  private <T> T changesNothing(Supplier<T> action) throws SQLException {
    long before = version();
    T answer = action.get();
    assertThat(version()).isEqualTo(before);
    return answer;
  }

  @Test
  void aClaimThatFindsNothingChangesNothing() throws SQLException {
    DatabaseJobStore store = DatabaseJobStore.on(database);
    SessionId session =
        store.openSession(
            new SessionRequest("w", 9, ProcessIdentity.current("here")), new SilentListener());

    for (int i = 0; i < 3; i++) {
      ClaimResult claimed = changesNothing(() -> store.claim(session, TYPES, 5));
      assertThat(((ClaimResult.Claimed) claimed).jobs()).isEmpty();
    }

    long before = version();
    store.enqueue(JobSpec.of("work"));
    assertThat(version()).isNotEqualTo(before);
    before = version();
    assertThat(((ClaimResult.Claimed) store.claim(session, TYPES, 5)).jobs()).hasSize(1);
    assertThat(version()).isNotEqualTo(before);
  }

  @Test
  void aTransactionThatOnlyReadsOrTouchesNoRowChangesNothing() throws SQLException {
    database.write(it -> it.update("CREATE TABLE things (n INTEGER)"));

    changesNothing(() -> database.write(it -> it.query("SELECT n FROM things", row -> 1)));
    changesNothing(() -> database.write(it -> it.update("UPDATE things SET n = 2")));
  }

  @Test
  void anIdleWorkerWritesAtMostTwiceASecond() throws Exception {
    DatabaseJobStore store = DatabaseJobStore.on(database);
    try (AsyncWorker worker =
        store.startWorker(Map.of("work", _ -> Effects.none()), WorkerConfig.defaults())) {
      Duration window = Duration.ofSeconds(2);
      long end = System.nanoTime() + window.toNanos();
      long seen = version();
      int changes = 0;
      while (System.nanoTime() < end) {
        long now = version();
        changes += now == seen ? 0 : 1;
        seen = now;
        Thread.sleep(2);
      }
      // One more for the session that the worker opens.
      assertThat(changes).isLessThanOrEqualTo((int) (2 * window.toSeconds()) + 1);
      assertThat(worker.health().healthy()).isTrue();
    }
  }
}
