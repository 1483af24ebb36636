package dev.cleveragents.kernel.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.BeatReply;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobStore;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.job.SessionEnd;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.SessionListener;
import dev.cleveragents.kernel.job.SessionRequest;
import dev.cleveragents.kernel.job.WorkerSession;
import dev.cleveragents.kernel.time.Timer.Alarm;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the worker's session alive and stops its bodies when it cannot.
 *
 * <p>A beat is answered: the session lives, and the fence moves to {@code lease - margin} after the
 * moment that beat was <em>sent</em>. No beat is answered until then: the fence falls, all bodies
 * are cancelled, and nothing is claimed until the store answers again. The store says the session
 * is over: all bodies are cancelled and need not report, and a new session is opened. This shortens
 * the time in which two bodies of one job overlap; that the older one can write nothing is the
 * store's doing.
 *
 * <p>{@link #observe} belongs to the beating thread. The lock guards session and fence, and is
 * never held while calling the store, the timer or a body's token.
 */
final class Heart {

  private final JobStore store;
  private final WorkerConfig config;
  private final WorkerEnvironment environment;
  private final Runs runs;
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

  Heart(
      JobStore store,
      WorkerConfig config,
      WorkerEnvironment environment,
      Runs runs,
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
   * @param ear is told what the store says
   * @return whether it was opened here
   */
  boolean open(Ear ear) {
    synchronized (lock) {
      if (session != null || stopped) {
        return false;
      }
    }
    long sent = environment.time().nanos();
    SessionRequest request =
        new SessionRequest(config.name(), config.maxConcurrency(), environment.process());
    SessionId opened = store.openSession(request, new Listener(ear));
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
   * Sends one beat and does what the answer says. Wakes where claiming may begin again: of what
   * came while it might not, nobody has told.
   */
  void beat(Ear ear) {
    SessionId beating;
    synchronized (lock) {
      beating = session;
    }
    if (beating == null) {
      openAgain(ear);
      return;
    }
    long sent = environment.time().nanos();
    switch (store.beat(beating)) {
      case BeatReply.Alive alive -> {
        if (answered(sent)) {
          ear.workAvailable();
        }
        alive.cancels().forEach(this::cancelRequested);
        giveBackOrphans(alive.running());
      }
      case BeatReply.SessionOver() -> {
        lose(beating);
        openAgain(ear);
      }
    }
  }

  private void openAgain(Ear ear) {
    if (open(ear)) {
      ear.workAvailable();
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
   * The session turned out to be over: nothing claimed under it is ours any more. Also right for a
   * session that was lost before.
   */
  void lose(SessionId lost) {
    synchronized (lock) {
      if (lost.equals(session)) {
        session = null;
      }
    }
    CancellationCause cause =
        CancellationCause.leaseLost("the session of its worker was ended by another process");
    for (Run run : runs.all()) {
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
   * Jobs that the store says run here and of which nothing is known: their claim's answer was lost.
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

  /** What of the store's words is for others in the worker. */
  interface Ear {

    /** There may be something to claim. */
    void workAvailable();

    /** This is about to be enqueued: a seat for it, if there is one. */
    default Optional<Seat> seatFor(JobSpec spec) {
      return Optional.empty();
    }
  }

  /** Hears what the store tells the session. */
  private final class Listener implements SessionListener {
    private final Ear ear;

    private Listener(Ear ear) {
      this.ear = ear;
    }

    @Override
    public void workAvailable() {
      ear.workAvailable();
    }

    @Override
    public void cancelRequested(Lease lease, String reason) {
      Heart.this.cancelRequested(lease, reason);
    }

    @Override
    public Optional<Seat> seatFor(JobSpec spec) {
      return ear.seatFor(spec);
    }
  }
}
