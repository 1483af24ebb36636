package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.report.JobAttempt;
import dev.cleveragents.store.job.report.JobAttempts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The parts wired together, on a real file with real programs. */
@Timeout(120)
class CleverAgentsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path home;

  private CleverAgents open() {
    return CleverAgents.open(Config.inHome(home));
  }

  private ExecCommand command(String line) {
    return new ExecCommand(line, home, Duration.ofMinutes(1));
  }

  private static AsyncJob awaitEnd(CleverAgents agents, JobId id) {
    await().atMost(PATIENCE).until(() -> agents.jobs().get(id).orElseThrow().status().isTerminal());
    return agents.jobs().get(id).orElseThrow();
  }

  @Test
  void aReaderNeedsAStoreAndMakesNone() {
    assertThatThrownBy(() -> CleverAgents.open(Config.inHome(home).forReading()))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.ABSENT));

    assertThat(home).isEmptyDirectory();
  }

  @Test
  void aReaderSeesWhatIsThereAndCannotChangeIt() {
    JobId id;
    try (CleverAgents agents = open()) {
      id = agents.jobs().add(command("true").asJob()).job().id();
    }

    try (CleverAgents reader = CleverAgents.open(Config.inHome(home).forReading())) {
      assertThat(reader.jobs().get(id)).isPresent();
      assertThat(reader.checkStore()).isEmpty();
      assertThat(reader.schemaVersion()).isNotEmpty();
      assertThat(reader.storeDescription()).contains(home.toString());
      assertThatThrownBy(() -> reader.jobs().cancel(id, "no"))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.READ_ONLY));
    }
  }

  @Test
  void muchOutputIsKeptFromBothEnds() {
    try (CleverAgents agents = open();
        AsyncWorker worker = agents.startWorker(WorkerConfig.defaults(), WorkerListener.NONE)) {
      JobId id =
          agents
              .jobs()
              .add(command("echo first; head -c 3000000 /dev/zero; echo; echo last").asJob())
              .job()
              .id();

      assertThat(awaitEnd(agents, id).status()).isEqualTo(AsyncJobStatus.SUCCEEDED);

      String output = agents.jobs().attempts(id).getFirst().output();
      assertThat(output).startsWith("first\n").endsWith("last\n").contains("bytes left out");
      assertThat(output).hasSizeLessThan(ExecJob.KEPT_BYTES + 100);
      assertThat(output).as("no text that a database refuses").doesNotContain("\0");
      assertThat(worker.health().healthy()).isTrue();
    }
  }

  @Test
  void aPayloadThatCannotBeReadFailsTheJobAndSaysWhy() {
    try (CleverAgents agents = open();
        AsyncWorker worker = agents.startWorker(WorkerConfig.defaults(), WorkerListener.NONE)) {
      JobId id =
          agents
              .jobs()
              .add(command("x").asJob().withPayload("?").withRetry(RetryPolicy.ONCE))
              .job()
              .id();

      AsyncJob job = awaitEnd(agents, id);

      assertThat(job.status()).isEqualTo(AsyncJobStatus.FAILED);
      assertThat(job.message()).contains("payload of this job of type exec cannot be read");
      await().atMost(Duration.ofSeconds(30)).until(() -> worker.health().running() == 0);
    }
  }

  @Test
  void aLeaseThatIsOverKeepsNoOutput() {
    try (Database database = Database.open("jdbc:sqlite:" + home.resolve("x.db"))) {
      DatabaseJobStore store = DatabaseJobStore.on(database);
      JobAttempts attempts = new JobAttempts(database);
      JobId id = store.enqueue(command("true").asJob()).job().id();
      Lease old = claim(store);
      assertThat(store.note(old, JobAttempts.output(old, "old")).accepted()).isTrue();
      store.closeSession(old.session());
      Lease current = claim(store);

      assertThat(store.note(old, JobAttempts.output(old, "too late")).accepted()).isFalse();
      store.complete(current, JobAttempts.output(current, "new"));
      assertThat(store.note(current, JobAttempts.output(current, "later")).accepted()).isFalse();

      assertThat(attempts.of(id)).extracting(JobAttempt::output).containsExactly("old", "new");
      assertThat(attempts.of(id))
          .extracting(JobAttempt::outcome)
          .containsExactly(AsyncJobStatus.QUEUED, AsyncJobStatus.SUCCEEDED);
    }
  }

  private static Lease claim(DatabaseJobStore store) {
    SessionId session =
        store.openSession(
            new SessionRequest("w", 1, ProcessIdentity.current("h")),
            new SessionListener() {
              @Override
              public void workAvailable() {}

              @Override
              public void cancelRequested(Lease lease, String reason) {}
            });
    Claimed claimed = (Claimed) store.claim(session, ClaimFilter.ofTypes("exec"), 1);
    return claimed.jobs().getFirst().lease();
  }

  @Test
  void anyLeftCountsRunningAndReadyJobs() {
    try (CleverAgents agents = open()) {
      Set<String> types = CleverAgents.jobTypes();
      assertThat(agents.jobs().anyLeft(types)).isFalse();
      agents.jobs().add(command("true").asJob().withDelay(Duration.ofHours(1)));
      assertThat(agents.jobs().anyLeft(types)).as("put off").isFalse();
      JobId id = agents.jobs().add(command("true").asJob()).job().id();
      assertThat(agents.jobs().anyLeft(types)).isTrue();
      assertThat(agents.jobs().anyLeft(Set.of("other"))).isFalse();
      agents.jobs().cancel(id, "enough");
      assertThat(agents.jobs().anyLeft(types)).isFalse();
    }
  }

  @Test
  void purgingStopsWhenItIsInterrupted() {
    try (CleverAgents agents = open();
        CancellationSource source = new CancellationSource()) {
      agents.jobs().cancel(agents.jobs().add(command("true").asJob()).job().id(), "enough");
      source.cancel(CancellationCause.shutdown("Ctrl-C"));

      assertThat(agents.jobs().purge(Duration.ZERO, 10, source.token())).isZero();
      assertThat(agents.jobs().purge(Duration.ZERO, 10, CancellationToken.none())).isOne();
    }
  }

  @Test
  void aWorkerIsSeenWhileItLives() {
    try (CleverAgents agents = open()) {
      assertThat(agents.jobs().status().hasWorker()).isFalse();
      try (AsyncWorker worker =
          agents.startWorker(WorkerConfig.defaults().withName("fred"), WorkerListener.NONE)) {
        await().atMost(PATIENCE).until(() -> agents.jobs().status().hasWorker());
        List<QueueStatus.Session> sessions = agents.jobs().status().sessions();
        assertThat(sessions).singleElement().extracting("worker", "gone").contains("fred", false);
        assertThat(sessions.getFirst().host()).doesNotContain("~").isNotBlank();
        assertThat(worker.health().worker()).isEqualTo("fred");
      }
      assertThat(agents.jobs().status().sessions()).isEmpty();
    }
  }
}
