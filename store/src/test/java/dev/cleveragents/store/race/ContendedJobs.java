package dev.cleveragents.store.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.job.JobTableInvariants;
import dev.cleveragents.store.job.SilentListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Jobs that contend for keys: one that runs and holds a key, one parked at that key, one ready with
 * another key, and sessions that can claim.
 */
final class ContendedJobs {

  static final ClaimFilter ALL = ClaimFilter.ofTypes("t");

  private static final JobSpec JOB =
      JobSpec.of("t").withRetry(new RetryPolicy(10, Duration.ZERO, Duration.ZERO));

  private final Database database;
  private final DatabaseJobStore store;
  private final Map<DatabaseJobStore, SessionId> claimers = new HashMap<>();
  final SessionId owner;
  final AsyncJob running;
  final AsyncJob parked;
  final AsyncJob ready;

  /** An empty database, then this. */
  ContendedJobs(Database database, DatabaseJobStore store, DatabaseJobStore held) {
    this.database = database;
    this.store = store;
    database.write(
        transaction -> {
          for (String table :
              List.of(
                  "job_active",
                  "job_ended",
                  "job_keys",
                  "job_sessions",
                  "job_idempotency_keys",
                  "seen")) {
            transaction.update("DELETE FROM " + table);
          }
          return transaction.update("DELETE FROM job_attempts");
        });
    this.owner = session();
    claimers.put(store, session());
    claimers.put(held, session());
    store.enqueue(JOB.withKeys("k1"));
    this.running = ((ClaimResult.Claimed) store.claim(owner, ALL, 1)).jobs().getFirst();
    this.parked = store.enqueue(JOB.withKeys("k1")).job();
    this.ready = store.enqueue(JOB.withKeys("k2")).job();
  }

  static void create(Database database) {
    database.write(
        transaction -> transaction.update("CREATE TABLE seen (job TEXT NOT NULL, lease BIGINT)"));
  }

  private SessionId session() {
    return store.openSession(
        new SessionRequest("w", 20, ProcessIdentity.current("here")), new SilentListener());
  }

  SessionId claimer(RaceOperation operation, DatabaseJobStore by) {
    return Objects.requireNonNull(claimers.get(by), operation.name());
  }

  /** A row for the end of a run. */
  Effects effect() {
    return DatabaseUnit.writing(
        transaction ->
            transaction.update(
                "INSERT INTO seen (job, lease) VALUES (?, ?)",
                running.id().toString(),
                running.leases()));
  }

  /** What must hold, whichever came first. */
  void check(Map<RaceOperation, List<List<AsyncJob>>> moved) {
    assertThat(invariants()).isEmpty();
    long ended = count(moved, RaceOperation.COMPLETE) + count(moved, RaceOperation.FAIL);
    assertThat(ended + count(moved, RaceOperation.RECOVER))
        .as("ends of one run")
        .isLessThanOrEqualTo(1);
    assertThat(seen()).as("effects of it").isEqualTo(ended);
    assertThat(count(moved, RaceOperation.CANCEL_READY)).isLessThanOrEqualTo(1);
    assertThat(count(moved, RaceOperation.ENQUEUE)).isLessThanOrEqualTo(1);
    List<Lease> claimed = new ArrayList<>();
    moved
        .getOrDefault(RaceOperation.CLAIM, List.of())
        .forEach(jobs -> jobs.forEach(job -> claimed.add(job.lease())));
    assertThat(claimed).as("claimed").doesNotHaveDuplicates();
    if (count(moved, RaceOperation.COMPLETE) == 1) {
      assertThat(statusOf(running)).isEqualTo(AsyncJobStatus.SUCCEEDED);
    }
    drain();
  }

  /** Every job can still be brought to its end. */
  private void drain() {
    claimers.values().forEach(store::closeSession);
    store.closeSession(owner);
    SessionId last = session();
    List<JobId> done = new ArrayList<>();
    for (List<AsyncJob> jobs = claim(last); !jobs.isEmpty(); jobs = claim(last)) {
      for (AsyncJob job : jobs) {
        assertThat(store.complete(job.lease(), Effects.none()).accepted()).isTrue();
        done.add(job.id());
      }
      assertThat(invariants()).isEmpty();
    }
    assertThat(store.list(JobQuery.newest(100)))
        .allSatisfy(job -> assertThat(job.status().isTerminal()).as(job.toString()).isTrue());
    assertThat(done).doesNotHaveDuplicates();
  }

  private List<AsyncJob> claim(SessionId session) {
    return ((ClaimResult.Claimed) store.claim(session, ALL, 10)).jobs();
  }

  private List<String> invariants() {
    return database.read(transaction -> JobTableInvariants.broken(transaction, KeyLimits.ONE_EACH));
  }

  private long seen() {
    return database
        .read(t -> t.first("SELECT count(*) FROM seen", row -> row.getLong(1)))
        .orElseThrow();
  }

  private AsyncJobStatus statusOf(AsyncJob job) {
    return store.get(job.id()).orElseThrow().status();
  }

  private static long count(
      Map<RaceOperation, List<List<AsyncJob>>> moved, RaceOperation operation) {
    return moved.getOrDefault(operation, List.of()).stream().filter(it -> !it.isEmpty()).count();
  }
}
