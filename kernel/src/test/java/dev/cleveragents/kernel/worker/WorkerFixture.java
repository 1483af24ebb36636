package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.ProcessIdentity;
import dev.cleveragents.kernel.job.RetryPolicy;
import dev.cleveragents.kernel.job.memory.InMemoryJobStore;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.WorkerConfig.ClosingTiming;
import dev.cleveragents.kernel.worker.WorkerConfig.ErrorWaits;
import dev.cleveragents.kernel.worker.WorkerConfig.SessionTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A store and the workers a test opens on it; closes them all and waits for their bodies. */
final class WorkerFixture implements AutoCloseable {

  static final String TYPE = "work";
  static final ProcessIdentity HERE = ProcessIdentity.current("here");

  /**
   * Nothing is found by polling: what starts was woken. And no lease runs out, however long the
   * machine pauses, also in a worker that was not started and does not beat.
   */
  static final WorkerConfig CONFIG =
      WorkerConfig.defaults()
          .withPollEvery(Duration.ofHours(1))
          .withSession(beatingEvery(Duration.ofSeconds(2)))
          .withClosing(new ClosingTiming(Duration.ofMinutes(1), Duration.ofSeconds(5)))
          .withErrors(new ErrorWaits(Duration.ofMillis(1), Duration.ofMillis(5)));

  final InMemoryJobStore store = InMemoryJobStore.create();
  private final TimerThread timer = new TimerThread(ThreadFactories.standard());
  private final List<AsyncWorker> workers = new ArrayList<>();

  static SessionTiming beatingEvery(Duration beat) {
    return new SessionTiming(beat, Duration.ofHours(1), Duration.ZERO);
  }

  WorkerEnvironment environment() {
    return new WorkerEnvironment(ThreadFactories.standard(), TimeSource.system(), timer, HERE);
  }

  AsyncWorker worker(JobBody body) {
    return worker(store, CONFIG, body);
  }

  AsyncWorker worker(WorkerConfig config, JobBody body) {
    return worker(store, config, body);
  }

  AsyncWorker worker(JobStore store, WorkerConfig config, JobBody body) {
    AsyncWorker worker = new AsyncWorker(store, Map.of(TYPE, body), config, environment());
    workers.add(worker);
    return worker;
  }

  JobId enqueue() {
    return enqueue(JobSpec.of(TYPE).withRetry(RetryPolicy.ONCE));
  }

  JobId enqueue(JobSpec spec) {
    return store.enqueue(spec).job().id();
  }

  AsyncJob job(JobId id) {
    return store.get(id).orElseThrow();
  }

  AsyncJob awaitStatus(JobId id, AsyncJobStatus status) {
    eventually().until(() -> job(id).status() == status);
    return job(id);
  }

  AsyncJob awaitEnd(JobId id) {
    eventually().until(() -> job(id).status().isTerminal());
    return job(id);
  }

  static ConditionFactory eventually() {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2));
  }

  /** A body that does nothing. */
  static Effects nothing(AsyncJob job) {
    return Effects.none();
  }

  @Override
  public void close() {
    workers.forEach(AsyncWorker::close);
    eventually().until(() -> workers.stream().allMatch(each -> each.health().running() == 0));
    timer.close();
  }
}
