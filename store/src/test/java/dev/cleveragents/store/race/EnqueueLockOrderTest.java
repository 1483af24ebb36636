package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An enqueue takes its locks in one order: the idempotency key, then the lock of the keys. */
class EnqueueLockOrderTest {

  /** With the other order, two enqueues could wait for each other. */
  @Test
  void anEnqueueThatWaitsForAnIdempotencyKeyDoesNotHoldTheLockOfTheKeys() throws Exception {
    String url = TestPostgres.shared().newSchema();
    try (Database database = Database.open(url)) {
      DatabaseJobStore store = DatabaseJobStore.on(database);
      JobSpec spec = JobSpec.of("t").withKeys("k").withIdempotencyKey("once");
      FutureTask<Boolean> enqueue = new FutureTask<>(() -> store.enqueue(spec).created());
      try (Connection other = DriverManager.getConnection(url);
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute(
            "INSERT INTO job_idempotency_keys (key, job_id) VALUES ('once', 'other')");
        Thread.ofPlatform().start(enqueue);
        await().atMost(Duration.ofMinutes(1)).until(() -> hasWaitingLock(url));

        try (ResultSet locks =
            statement.executeQuery(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                    + " AND database = (SELECT oid FROM pg_database"
                    + " WHERE datname = current_database())")) {
          assertThat(locks.next()).isTrue();
          assertThat(locks.getInt(1)).isZero();
        }
        other.rollback();
      }
      assertThat(enqueue.get(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private static boolean hasWaitingLock(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted")) {
      return row.next() && row.getInt(1) > 0;
    }
  }
}
