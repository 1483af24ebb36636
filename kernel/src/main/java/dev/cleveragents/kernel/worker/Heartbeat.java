package dev.cleveragents.kernel.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.kernel.time.Timer.Alarm;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the worker's session alive and stops its bodies when it cannot.
 *
 * <p>An answered beat keeps the session alive and moves the fence to {@code lease - margin} after
 * the moment that beat was <em>sent</em>. Without an answer by then the worker is fenced: all
 * bodies are cancelled, and nothing is claimed until the store answers again. If the store answers
 * that the session is over, all bodies are cancelled without a report and a new session is opened.
 * This shortens the time in which two bodies of one job overlap; the store refuses writes of the
 * older one.
 *
 * <p>{@link #observe} belongs to the beating thread. The lock guards session and fence, and is
 * never held while calling the store, the timer or a body's token.
 */
final class Heartbeat {

  private final JobStore store;
  private final WorkerConfig config;
  private final WorkerEnvironment environment;
  private final ActiveRuns runs;
  private final WorkerHealth health;
  private final SessionObserver observer;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private @Nullable SessionId session;

  @GuardedBy("lock")
  private boolean fenced;

  @GuardedBy("lock")
  private long lastAnswered;

  @GuardedBy("lock")
  private boolean stopped;

  private final AtomicReference<@Nullable Alarm> alarm = new AtomicReference<>();

  Heartbeat(
      JobStore store,
      WorkerConfig config,
      WorkerEnvironment environment,
      ActiveRuns runs,
      WorkerHealth health) {
    this.store = store;
    this.config = config;
    this.environment = environment;
    this.runs = runs;
    this.health = health;
    this.observer = new SessionObserver(config.session().lease(), environment.process().host());
  }

  /** The session to claim for, or null while there is none that may. */
  @Nullable SessionId session() {
    synchronized (lock) {
      return fenced || stopped ? null : session;
    }
  }

  boolean isFenced() {
    synchronized (lock) {
      return fenced;
    }
  }

  boolean isStopped() {
    synchronized (lock) {
      return stopped;
    }
  }

  /**
   * Opens a session if there is none.
   *
   * @param wake called when the store says that there may be work
   * @return whether it was opened here
   */
  boolean open(Runnable wake) {
    synchronized (lock) {
      if (session != null || stopped) {
        return false;
      }
    }
    long sent = environment.time().nanos();
    SessionRequest request =
        new SessionRequest(config.name(), config.maxConcurrency(), environment.process());
    SessionId opened = store.openSession(request, new Listener(wake));
    boolean taken;
    synchronized (lock) {
      taken = session == null && !stopped;
      if (taken) {
        session = opened;
      }
    }
    if (taken) {
      answered(sent);
    } else {
      store.closeSession(opened);
    }
    return taken;
  }

  /**
   * Sends one beat and does what the answer says. Wakes the poll loop where claiming may begin
   * again: hints about work that came while it could not claim were lost.
   */
  void beat(Runnable wake) {
    SessionId beating;
    synchronized (lock) {
      beating = session;
    }
    if (beating == null) {
      openAgain(wake);
      return;
    }
    long sent = environment.time().nanos();
    switch (store.beat(beating)) {
      case HeartbeatReply.Alive alive -> {
        if (answered(sent)) {
          wake.run();
        }
        alive.cancels().forEach(this::cancelRequested);
        giveBackOrphans(alive.running());
      }
      case HeartbeatReply.SessionOver() -> {
        lose(beating);
        openAgain(wake);
      }
    }
  }

  private void openAgain(Runnable wake) {
    if (open(wake)) {
      wake.run();
    }
  }

  /** Looks for dead sessions of others and ends them. */
  void observe() {
    SessionId own;
    synchronized (lock) {
      own = session;
    }
    for (WorkerSession dead : observer.dead(store.sessions(), own, environment.time().nanos())) {
      SessionEnd end = store.endSession(dead.id(), dead.beat());
      health.count(Tally.RECOVERED, end.recovered().size());
      end.stuck().forEach((job, error) -> health.error(FailureMessage.of(error)));
    }
  }

  /**
   * The session turned out to be over: its leases are lost. May be called again for a session that
   * was lost before.
   */
  void lose(SessionId lost) {
    synchronized (lock) {
      if (lost.equals(session)) {
        session = null;
      }
    }
    CancellationCause cause =
        CancellationCause.leaseLost("the session of its worker was ended by another process");
    for (JobRun run : runs.all()) {
      if (run.lease().session().equals(lost)) {
        run.abandon(cause);
      }
    }
  }

  /** Stops for good and returns the session that is left to close. */
  @Nullable SessionId stop() {
    SessionId last;
    synchronized (lock) {
      stopped = true;
      last = session;
    }
    setAlarm(null);
    return last;
  }

  /** Whether that session is the present one; a run claimed under another has lost its lease. */
  boolean isCurrent(SessionId claimedFor) {
    synchronized (lock) {
      return claimedFor.equals(session);
    }
  }

  /**
   * Releases jobs that the store lists as running here but are unknown: the answer to their claim
   * was lost.
   */
  private void giveBackOrphans(Set<Lease> running) {
    for (Lease orphan : runs.unknown(running)) {
      store.release(orphan, "the answer to its claim was lost", Effects.none());
    }
  }

  /** Moves the fence; returns whether it had fallen. */
  private boolean answered(long sent) {
    health.beatAnswered(sent);
    boolean lifted;
    synchronized (lock) {
      lifted = fenced;
      fenced = false;
      lastAnswered = sent;
    }
    long passed = environment.time().nanos() - sent;
    Duration left = config.session().fenceAfter().minusNanos(passed);
    setAlarm(environment.timer().schedule(left, () -> fence(sent)));
    synchronized (lock) {
      if (!stopped) {
        return lifted;
      }
    }
    setAlarm(null);
    return lifted;
  }

  private void setAlarm(@Nullable Alarm next) {
    Alarm before = alarm.getAndSet(next);
    if (before != null) {
      before.cancel();
    }
  }

  private void fence(long answered) {
    synchronized (lock) {
      if (stopped || answered != lastAnswered) {
        return;
      }
      fenced = true;
    }
    Duration silence = Duration.ofNanos(environment.time().nanos() - answered);
    runs.cancelAll(
        CancellationCause.leaseLost(
            "the store answered no beat for " + silence.toMillis() + " ms"));
  }

  private void cancelRequested(Lease lease, String reason) {
    runs.cancel(lease, CancellationCause.requested(reason));
  }

  /** Receives the store's notifications. */
  private final class Listener implements SessionListener {
    private final Runnable wake;

    private Listener(Runnable wake) {
      this.wake = wake;
    }

    @Override
    public void workAvailable() {
      wake.run();
    }

    @Override
    public void cancelRequested(Lease lease, String reason) {
      Heartbeat.this.cancelRequested(lease, reason);
    }
  }
}
