package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.kernel.simulation.WorkerGuards.Habit;
import dev.cleveragents.kernel.worker.SessionObserver;
import dev.cleveragents.kernel.worker.WorkerConfig;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code Heartbeat} does, as steps: opens the worker's session, beats, fences the worker,
 * gives orphans back, and observes other sessions with the real {@link SessionObserver}.
 */
final class SimulatedHeartbeat {

  static final WorkerConfig.SessionTiming TIMING = WorkerConfig.defaults().session();
  static final Duration AFTER_ERROR = Duration.ofSeconds(1);

  private final SimulatedWorker worker;
  private final SimulationContext world;
  private final WorkerGuards habits;
  private final SessionObserver observer;
  private @Nullable SessionId session;
  private boolean fenced;
  private long fenceAt = Long.MAX_VALUE;
  private boolean stopped;

  SimulatedHeartbeat(SimulatedWorker worker, WorkerGuards habits) {
    this.worker = worker;
    this.world = worker.world;
    this.habits = habits;
    this.observer = new SessionObserver(TIMING.lease(), worker.machine.name());
  }

  /** The session, whether it may claim or not. */
  @Nullable SessionId session() {
    return session;
  }

  boolean isFenced() {
    return fenced;
  }

  void stop() {
    stopped = true;
  }

  /** When its alarm rings; a frozen worker hears it when it thaws. */
  long fenceAt() {
    return fenced || stopped || !habits.has(Habit.FENCES_ITSELF) ? Long.MAX_VALUE : fenceAt;
  }

  void fence() {
    world.saw(CoveredEvent.FENCE_FELL);
    world.note(() -> worker.name + " fences itself");
    fenced = true;
    worker.cancelAll();
  }

  NextStep beat() {
    if (stopped) {
      return NextStep.end();
    }
    SessionId beating = session;
    if (beating == null) {
      return open(this::observe, this::beat);
    }
    long sent = world.now();
    return new NextStep.Call<>(
        () -> "beats",
        store -> store.beat(beating),
        reply -> beaten(beating, sent, reply),
        error -> NextStep.sleep(AFTER_ERROR, this::beat));
  }

  /** Opens a session, unless another strand of this worker was faster. */
  NextStep open(Supplier<NextStep> opened, Supplier<NextStep> otherwise) {
    long sent = world.now();
    SessionRequest request =
        new SessionRequest(worker.name, worker.capacity(), worker.machine.living());
    SessionListener ear = worker.ear();
    return new NextStep.Call<>(
        () -> "opens a session",
        store -> store.openSession(request, ear),
        id -> {
          if (session != null || stopped) {
            return close(id, opened);
          }
          session = id;
          answered(sent);
          return opened.get();
        },
        error -> NextStep.sleep(AFTER_ERROR, otherwise));
  }

  NextStep close(SessionId id, Supplier<NextStep> then) {
    return new NextStep.Call<>(
        () -> "closes a session of its own",
        store -> store.closeSession(id),
        end -> then.get(),
        error -> then.get());
  }

  void lose(SessionId lost) {
    world.saw(CoveredEvent.SESSION_LOST);
    world.note(() -> worker.name + " has lost its session");
    if (lost.equals(session)) {
      session = null;
    }
    worker.abandonAllOf(lost);
  }

  private NextStep beaten(SessionId beating, long sent, HeartbeatReply reply) {
    return switch (reply) {
      case HeartbeatReply.SessionOver() -> {
        lose(beating);
        yield open(this::observe, this::beat);
      }
      case HeartbeatReply.Alive alive -> {
        answered(sent);
        sorted(alive.cancels().keySet()).forEach(worker::cancelRequested);
        worker.referee.beatAnswered(sent, worker.uncancelled());
        boolean look = habits.has(Habit.GIVES_BACK_ORPHANS);
        yield giveBack(look ? worker.unknownAmong(sorted(alive.running())) : List.of());
      }
    };
  }

  private void answered(long sent) {
    fenced = false;
    fenceAt = sent + TIMING.lease().minus(TIMING.fenceMargin()).toNanos();
  }

  private NextStep giveBack(List<Lease> orphans) {
    if (orphans.isEmpty()) {
      return observe();
    }
    Lease orphan = orphans.getFirst();
    world.saw(CoveredEvent.ORPHAN_GIVEN_BACK);
    return new NextStep.Call<>(
        () -> "gives back " + worker.referee.nameOf(orphan) + ", of which it knows nothing",
        store -> store.release(orphan, "the answer to its claim was lost", Effects.none()),
        move -> giveBack(orphans.subList(1, orphans.size())),
        error -> NextStep.sleep(AFTER_ERROR, this::beat));
  }

  private NextStep observe() {
    if (!habits.has(Habit.LOOKS_AFTER_OTHERS)) {
      return NextStep.sleep(TIMING.beatEvery(), this::beat);
    }
    return new NextStep.Call<>(
        () -> "looks at the sessions",
        store -> store.sessions(),
        sessions -> endAll(observer.dead(asSeen(sessions), session, world.now())),
        error -> NextStep.sleep(AFTER_ERROR, this::beat));
  }

  /** What it finds when it asks its machine for their processes. */
  private List<WorkerSession> asSeen(List<WorkerSession> sessions) {
    boolean careful = habits.has(Habit.ASKS_FOR_PROCESSES_OF_ITS_OWN_MACHINE);
    return sessions.stream()
        .map(each -> worker.machine.seen(each, world.hasDied(each.worker()), careful))
        .toList();
  }

  private NextStep endAll(List<WorkerSession> dead) {
    if (dead.isEmpty()) {
      return NextStep.sleep(TIMING.beatEvery(), this::beat);
    }
    WorkerSession first = dead.getFirst();
    return new NextStep.Call<>(
        () -> "ends a session of " + first.worker() + " at beat " + first.beat(),
        store -> store.endSession(first.id(), first.beat()),
        end -> endAll(dead.subList(1, dead.size())),
        error -> NextStep.sleep(AFTER_ERROR, this::beat));
  }

  /** The store's answers come in sets whose order differs from one JVM to the next. */
  private static List<Lease> sorted(Set<Lease> leases) {
    return leases.stream().sorted(Comparator.comparing(Lease::job)).toList();
  }
}
