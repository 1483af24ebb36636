package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.log.SafeLog;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.Dispatcher.Parts;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims jobs from a store and runs their bodies, at most {@code maxConcurrency} at once.
 *
 * <p>A job gets here by a claim of the store and in no other way, so that however many threads poll
 * and however many workers share a store, each claim runs one body: there is no list of queued jobs
 * to read and act on later. A slot is taken before the claim and given back when the body has ended
 * and its end is reported.
 *
 * <p>Three kinds of threads, all in one {@link Scope}: a poll loop, a beating loop (both platform
 * threads, so that they run when virtual threads are stuck), and the bodies. The state is one
 * atomic reference.
 */
public final class AsyncWorker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AsyncWorker.class);
  private static final SafeLog faults = SafeLog.of(AsyncWorker.class);

  /** How long closing waits for threads to end after everything in them was cancelled. */
  private static final Duration THREADS_END_WITHIN = Duration.ofSeconds(2);

  private final JobStore store;
  private final WorkerConfig config;
  private final Scope scope;
  private final ActiveRuns runs = new ActiveRuns();
  private final WorkerHealth health;
  private final Heartbeat heart;
  private final JobRunner runner;
  private final Dispatcher dispatcher;
  private final WakeSignal signal = new WakeSignal();
  private final WakeSignal beating = new WakeSignal();
  private final AtomicReference<WorkerState> state = new AtomicReference<>(WorkerState.NEW);

  /**
   * A worker that does nothing until {@link #start} or {@link #poll}.
   *
   * @param bodies per job type, what runs it; other types are left to other workers
   */
  public AsyncWorker(
      JobStore store,
      Map<String, JobBody> bodies,
      WorkerConfig config,
      WorkerEnvironment environment) {
    this.store = store;
    this.config = config;
    this.scope = Scope.open(config.name(), environment.threads(), CancellationToken.none());
    this.health = new WorkerHealth(environment.time());
    this.heart = new Heartbeat(store, config, environment, runs, health);
    Map<String, JobBody> known = Map.copyOf(bodies);
    this.runner = new JobRunner(store, known, config, environment.threads(), health);
    this.dispatcher =
        new Dispatcher(store, known, config, new Parts(scope, runs, heart, runner, health), signal);
  }

  /**
   * Starts polling and beating.
   *
   * @throws IllegalStateException if it was started or closed before
   */
  public AsyncWorker start() {
    if (!state.compareAndSet(WorkerState.NEW, WorkerState.RUNNING)) {
      throw new IllegalStateException(
          "Worker '%s' is %s and cannot be started. Create a new one"
              .formatted(config.name(), state.get()));
    }
    scope.forkPlatform("beat", this::beatLoop);
    scope.forkPlatform("poll", this::pollLoop);
    return this;
  }

  /**
   * Claims what can start now and starts it; run inline, returns when it has ended. This is what
   * the poll loop does. Any thread may call it at any time. A worker that was not started does not
   * beat, so it claims nothing more after {@code lease - fenceMargin}.
   *
   * @return how many jobs were claimed
   */
  public int poll() {
    Claimed claimed = isOpen(state.get()) ? dispatcher.claimAndStart() : null;
    return claimed == null ? 0 : claimed.jobs().size();
  }

  /** Its health now. */
  public WorkerHealthReport health() {
    WorkerState now = state.get();
    if (now == WorkerState.RUNNING && heart.isFenced()) {
      now = WorkerState.FENCED;
    }
    return health.report(config.name(), now, config.maxConcurrency(), runs.count());
  }

  /**
   * Stops claiming at once, lets bodies finish for the grace period, cancels them, waits once more,
   * and gives back what still runs. No job is lost: what was claimed has ended, or is queued again.
   * A second call does nothing. An interrupt shortens the waiting, not the giving back.
   */
  @Override
  public void close() {
    WorkerState before = state.getAndUpdate(s -> isOpen(s) ? WorkerState.CLOSING : s);
    if (!isOpen(before)) {
      return;
    }
    runs.stop();
    signal.wake();
    boolean interrupted = !awaitBodies();
    SessionId session = heart.stop();
    beating.wake();
    for (JobRun run : runs.all()) {
      log.warn("Job {} did not end in time; giving it back", run.lease());
      run.abandon(CancellationCause.shutdown("its worker closed"));
      runner.giveBack(run, "its worker closed before it ended");
    }
    closeSession(session);
    scope.closeWithin(THREADS_END_WITHIN);
    state.set(WorkerState.CLOSED);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable Void pollLoop() throws InterruptedException {
    Backoff backoff = new Backoff(config.errors());
    while (isOpen(state.get())) {
      Duration wait;
      try {
        wait = untilNextPoll(dispatcher.claimAndStart());
        backoff.reset();
      } catch (Throwable e) {
        wait = noteError("poll", e, backoff);
      }
      signal.await(wait);
    }
    return null;
  }

  private Duration untilNextPoll(@Nullable Claimed answer) {
    if (answer == null) {
      return config.pollEvery();
    }
    if (config.execution() == Execution.INLINE && !answer.jobs().isEmpty()) {
      return Duration.ZERO;
    }
    Duration due = answer.nextDueIn();
    return due == null || due.compareTo(config.pollEvery()) > 0 ? config.pollEvery() : due;
  }

  private @Nullable Void beatLoop() throws InterruptedException {
    Backoff backoff = new Backoff(config.errors());
    while (!heart.isStopped()) {
      Duration wait = config.session().beatEvery();
      try {
        heart.beat(signal::wake);
        heart.observe();
        backoff.reset();
      } catch (Throwable e) {
        Duration afterError = noteError("beat", e, backoff);
        wait = afterError.compareTo(wait) < 0 ? afterError : wait;
      }
      beating.await(wait);
    }
    return null;
  }

  private Duration noteError(String loop, Throwable error, Backoff backoff) {
    faults.warn(error, "Worker '{}': {} failed, trying again", config.name(), loop);
    health.error(FailureMessage.of(error));
    return backoff.next();
  }

  private static boolean isOpen(WorkerState state) {
    return state == WorkerState.NEW || state == WorkerState.RUNNING;
  }

  /** Waits for the bodies, cancels them, waits again; false if interrupted meanwhile. */
  private boolean awaitBodies() {
    boolean undisturbed = true;
    try {
      if (runs.awaitNone(config.closing().grace())) {
        return true;
      }
    } catch (InterruptedException e) {
      undisturbed = false;
    }
    runs.cancelAll(CancellationCause.shutdown("its worker is closing"));
    try {
      runs.awaitNone(config.closing().cancelGrace());
    } catch (InterruptedException e) {
      undisturbed = false;
    }
    return undisturbed;
  }

  private void closeSession(@Nullable SessionId session) {
    if (session == null) {
      return;
    }
    try {
      store.closeSession(session);
    } catch (Throwable e) {
      faults.warn(e, "Session {} could not be closed; other workers will find it dead", session);
      health.error(FailureMessage.of(e));
    }
  }
}
