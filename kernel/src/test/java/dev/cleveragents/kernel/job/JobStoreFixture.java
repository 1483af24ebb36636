package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the parts of the contract have in common: a store with sessions, jobs and endings. */
final class JobStoreFixture {

  /** A job type with nothing special about it. */
  static final String PLAIN = "plain";

  /** A job type whose ending leaves a note in the store, and throws when told to. */
  static final String NOTED = "noted";

  /** The type of the jobs that are left as notes; no worker claims them by accident. */
  static final String NOTE = "note";

  /** A key that three jobs may hold at once. */
  static final String POOL = "pool";

  private static final ProcessIdentity HERE = ProcessIdentity.current("here");

  static final ClaimFilter ALL = ClaimFilter.ofTypes(PLAIN, NOTED);

  private final AtomicReference<@Nullable Throwable> endingThrows = new AtomicReference<>();
  private final JobStoreHarness harness;
  final JobStore store;

  JobStoreFixture(JobStoreContract contract) {
    this.harness =
        contract.open(
            new JobSettings(new KeyLimits(Map.of(POOL, 3)), Map.of(NOTED, this::noteEnding)));
    this.store = harness.store();
  }

  private Effects noteEnding(AsyncJob job, AsyncJobStatus status) {
    return unit -> {
      Throwable failure = endingThrows.get();
      if (failure != null) {
        throw sneak(failure);
      }
      unit.enqueue(JobSpec.of(NOTE).withPayload(unit.job().id() + " " + status));
    };
  }

  /** From now on the endings of {@link #NOTED} jobs throw this, or nothing again. */
  void endingsThrow(@Nullable Throwable failure) {
    endingThrows.set(failure);
  }

  /** Effects that leave a note and then throw, so that whatever stays of them is seen. */
  static Effects failing(Throwable failure) {
    return noting("must not stay")
        .and(
            unit -> {
              throw sneak(failure);
            });
  }

  /** Effects that leave a note. */
  static Effects noting(String text) {
    return unit -> unit.enqueue(JobSpec.of(NOTE).withPayload(text));
  }

  /** The notes in the store, oldest first. */
  List<String> notes() {
    return store.list(JobQuery.newest(1_000).withType(NOTE)).reversed().stream()
        .map(note -> note.spec().payload())
        .toList();
  }

  JobStore another() {
    return harness.another();
  }

  void advance(Duration by) {
    harness.advance(by);
  }

  void close() {
    harness.close();
  }

  SessionId session(int capacity) {
    return session(capacity, new Deaf());
  }

  SessionId session(int capacity, SessionListener listener) {
    return store.openSession(request("worker", capacity), listener);
  }

  static SessionRequest request(String worker, int capacity) {
    return new SessionRequest(worker, capacity, HERE);
  }

  AsyncJob enqueue(JobSpec spec) {
    JobStore.Enqueued enqueued = store.enqueue(spec);
    assertThat(enqueued.created()).isTrue();
    return enqueued.job();
  }

  /** As many new jobs, alike but for their payload, which is their number. */
  List<AsyncJob> enqueue(int count, JobSpec spec) {
    List<AsyncJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(enqueue(spec.withPayload(String.valueOf(i))));
    }
    return jobs;
  }

  List<AsyncJob> claim(SessionId session, int limit) {
    return claimed(store.claim(session, ALL, limit)).jobs();
  }

  /** The one job there is to claim. */
  AsyncJob claimOne(SessionId session) {
    List<AsyncJob> jobs = claim(session, 2);
    assertThat(jobs).hasSize(1);
    return jobs.getFirst();
  }

  /** A new job of this spec, running under a session of its own. */
  AsyncJob running(JobSpec spec) {
    AsyncJob job = enqueue(spec);
    AsyncJob claimed = claimOne(session(1));
    assertThat(claimed.id()).isEqualTo(job.id());
    return claimed;
  }

  static ClaimResult.Claimed claimed(ClaimResult result) {
    return (ClaimResult.Claimed) result;
  }

  AsyncJob now(AsyncJob job) {
    return store.get(job.id()).orElseThrow();
  }

  static List<JobId> ids(List<AsyncJob> jobs) {
    return jobs.stream().map(AsyncJob::id).toList();
  }

  /** Throws what cannot be declared, as a body of outside code may. */
  @SuppressWarnings("unchecked") // the cast is erased: that is the trick
  static <T extends Throwable> RuntimeException sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  /** A session that listens to nothing. */
  static final class Deaf implements SessionListener {
    @Override
    public void workAvailable() {}

    @Override
    public void cancelRequested(Lease lease, String reason) {}
  }
}
