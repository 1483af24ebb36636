package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The listener hears of a job when a claim starts it, and not before. */
class ObservedJobStoreTest {

  private static final ClaimFilter ALL = ClaimFilter.ofTypes("t");

  @TempDir Path folder;
  private final List<AsyncJob> started = new ArrayList<>();
  private Database database;
  private ObservedJobStore store;
  private SessionId session;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("jobs.db"));
    store = new ObservedJobStore(DatabaseJobStore.on(database), new Started());
    session =
        store.openSession(new SessionRequest("w", 2, ProcessIdentity.current("here")), new Deaf());
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void theListenerReceivesClaimedJobs() {
    AsyncJob job = store.enqueue(JobSpec.of("t")).job();
    assertThat(started).isEmpty();

    store.claim(session, ALL, 1);

    assertThat(started).extracting(AsyncJob::id).containsExactly(job.id());
  }

  private final class Started implements WorkerListener {
    @Override
    public void started(AsyncJob job) {
      started.add(job);
    }

    @Override
    public void ended(Lease lease, MoveResult move) {}
  }

  private static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}
