package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.DatabaseSettings;
import dev.cleveragents.store.TestDatabase;
import dev.cleveragents.store.TestPostgres;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A job with an idempotency key is purged while another with the same key is enqueued. */
class PurgedKeyTest {

  /** Purges everything as soon as the key was found to be taken, once. */
  private static final class Purger implements ObservedConnections.Listener {
    private final DatabaseJobStore store;
    private int purged;

    Purger(DatabaseJobStore store) {
      this.store = store;
    }

    @Override
    public void before(String sql) {
      if (purged == 0 && sql.contains("SELECT job_id FROM job_idempotency_keys")) {
        // In another thread: one that stores for a database must not wait for another.
        purged = CompletableFuture.supplyAsync(() -> store.purge(Duration.ZERO, 10)).join();
      }
    }
  }

  @Test
  void theNewJobHasTheKeyThen() {
    String url = TestPostgres.shared().newSchema();
    try (Database other = Database.open(url)) {
      DatabaseJobStore others = DatabaseJobStore.on(other);
      Purger purger = new Purger(others);
      JobSpec once = JobSpec.of("t").withIdempotencyKey("once");
      Enqueued old = others.enqueue(once);
      others.requestCancel(old.job().id(), "so that it can be purged", Effects.none());
      try (Database database =
          TestDatabase.open(
              DatabaseSettings.at(url),
              TimeSource.system(),
              new ObservedConnections(purger)::connection)) {
        DatabaseJobStore store = DatabaseJobStore.on(database);

        Enqueued enqueued = store.enqueue(once);

        assertThat(purger.purged).isEqualTo(1);
        assertThat(enqueued.created()).isTrue();
        assertThat(store.get(old.job().id())).isEmpty();
        assertThat(store.enqueue(once).job().id()).isEqualTo(enqueued.job().id());
      }
    }
  }
}
