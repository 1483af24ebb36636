package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.cancel.CancellationCause.Kind;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.simulation.WorkerGuards.Habit;
import dev.cleveragents.kernel.worker.WorkerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@code AsyncWorker} does, as steps: one strand beats and observes, one or two poll, each
 * body has its own. What a strand does between two stops happens at once; that the threads of the
 * real worker can meet there too is for the model checker to look at.
 */
final class SimulatedWorker extends SimulatedProcess {

  private static final Duration POLL_EVERY = WorkerConfig.defaults().pollEvery();
  private static final Duration CLOSING_GRACE = Duration.ofSeconds(2);

  final InvariantChecker referee;
  final SimulatedMachine machine;
  private final SimulatedHeartbeat heart;
  private final WorkerGuards habits;
  private final int capacity;
  private final List<SimulatedThread> pollers = new ArrayList<>();
  private final Map<Lease, SimulatedBody> runs = new LinkedHashMap<>();
  private final SimulatedClaims claims = new SimulatedClaims();
  private int freeSlots;
  private boolean closing;
  private ClaimFilter serves = ClaimFilter.ofTypes(SimulatedClient.WORK);

  SimulatedWorker(
      String name,
      SimulationContext world,
      SimulatedNetwork wire,
      InvariantChecker referee,
      WorkerGuards habits) {
    super(name, world, wire);
    this.referee = referee;
    this.habits = habits;
    this.machine = world.once(2) ? SimulatedMachine.ONE : SimulatedMachine.TWO;
    this.heart = new SimulatedHeartbeat(this, habits);
    this.capacity = 1 + world.random.nextInt(3);
    this.freeSlots = capacity;
  }

  SimulatedWorker start(ClaimFilter filter) {
    serves = filter;
    world.note(() -> name + " starts on machine " + machine + " for " + filter);
    start("heart", NextStep.sleep(Duration.ZERO, heart::beat));
    int polling = 1 + world.random.nextInt(2);
    for (int i = 0; i < polling; i++) {
      pollers.add(start("poll" + i, NextStep.sleep(Duration.ZERO, this::poll)));
    }
    return this;
  }

  SimulatedHeartbeat heart() {
    return heart;
  }

  /** Whether it takes every job, and not only those of one group. */
  boolean servesAll() {
    return serves.group() == null;
  }

  int capacity() {
    return capacity;
  }

  // ---- claiming

  private NextStep poll() {
    if (closing) {
      return NextStep.end();
    }
    SessionId claiming = heart.session();
    if (claiming == null) {
      return heart.open(this::poll, this::poll);
    }
    int wanted = heart.isFenced() ? 0 : freeSlots;
    if (wanted == 0) {
      return NextStep.sleepUnlessWoken(POLL_EVERY, this::poll);
    }
    freeSlots -= wanted;
    int claim = claims.begin();
    ClaimFilter filter = serves;
    return new NextStep.Call<>(
        () -> "claims up to " + wanted,
        store -> store.claim(claiming, filter, wanted, job -> referee.ledger().started(job)),
        result -> claimed(claim, claiming, wanted, result),
        error -> claimed(claim, claiming, wanted, null));
  }

  private NextStep claimed(
      int claim, SessionId claiming, int wanted, @Nullable ClaimResult result) {
    List<AsyncJob> jobs =
        result instanceof ClaimResult.Claimed claimed ? claimed.jobs() : List.of();
    freeSlots += wanted - jobs.size();
    List<SimulatedBody> bodies = jobs.stream().map(job -> new SimulatedBody(this, job)).toList();
    if (!closing) {
      bodies.forEach(this::add);
    }
    claims.answered(claim);
    if (result instanceof ClaimResult.SessionOver) {
      heart.lose(claiming);
    }
    for (SimulatedBody body : bodies) {
      start(body.toString(), NextStep.sleep(Duration.ZERO, () -> begin(body)));
    }
    Duration wait = result == null ? SimulatedHeartbeat.AFTER_ERROR : POLL_EVERY;
    return NextStep.sleepUnlessWoken(wait, this::poll);
  }

  private void add(SimulatedBody body) {
    runs.put(body.lease(), body);
    if (claims.forgetCancel(body.lease())) {
      world.saw(CoveredEvent.CANCEL_OVERTOOK_CLAIM);
      body.cancel(Kind.REQUESTED);
    }
    if (!body.lease().session().equals(heart.session())) {
      body.abandon(Kind.LEASE_LOST);
    } else if (heart.isFenced()) {
      world.saw(CoveredEvent.CLAIM_ANSWERED_BEHIND_THE_FENCE);
      body.cancel(Kind.LEASE_LOST);
    }
  }

  private NextStep begin(SimulatedBody body) {
    if (runs.get(body.lease()) != body) {
      return body.giveBack("its worker was closing");
    }
    if (body.isCancelled() && habits.has(Habit.STARTS_NOTHING_CANCELLED)) {
      world.saw(CoveredEvent.CANCELLED_BEFORE_START);
      referee.bodies().givenBack(body.job());
      return body.giveBack("cancelled before it started");
    }
    return body.run();
  }

  /** The end of a run is stored, or need not be any more. */
  NextStep reported(SimulatedBody body) {
    runs.remove(body.lease());
    freeSlots++;
    wakePollers();
    return NextStep.end();
  }

  // ---- what happens to its runs

  void cancelRequested(Lease lease) {
    SimulatedBody body = runs.get(lease);
    if (body != null) {
      body.cancel(Kind.REQUESTED);
    } else {
      claims.cancelled(lease);
    }
  }

  void cancelAll() {
    runs.values().forEach(run -> run.cancel(Kind.LEASE_LOST));
  }

  void abandonAllOf(SessionId lost) {
    for (SimulatedBody run : runs.values()) {
      if (run.lease().session().equals(lost)) {
        run.abandon(Kind.LEASE_LOST);
      }
    }
  }

  /** Those of its leases that nothing runs under and that no claim under way can bring. */
  List<Lease> unknownAmong(List<Lease> leases) {
    return claims.unknownAmong(leases, runs.keySet());
  }

  /** Its bodies that are not cancelled. */
  List<Lease> uncancelled() {
    return runs.values().stream()
        .filter(run -> !run.isCancelled())
        .map(SimulatedBody::lease)
        .toList();
  }

  SessionListener ear() {
    return new SessionListener() {
      @Override
      public void workAvailable() {
        news.add(new News("there is work", () -> wakePollers()));
      }

      @Override
      public void cancelRequested(Lease lease, String reason) {
        Runnable heard = () -> SimulatedWorker.this.cancelRequested(lease);
        news.add(new News("cancel " + referee.nameOf(lease), heard));
      }
    };
  }

  private void wakePollers() {
    pollers.forEach(SimulatedThread::wake);
  }

  // ---- closing

  boolean isClosing() {
    return closing;
  }

  /** Stops claiming, waits for bodies, cancels them, waits, gives back what is left. */
  void close() {
    world.saw(CoveredEvent.WORKER_CLOSED);
    world.note(() -> name + " is told to close");
    closing = true;
    wakePollers();
    start("close", NextStep.sleep(world.upTo(CLOSING_GRACE), this::cancelLeftovers));
  }

  private NextStep cancelLeftovers() {
    runs.values().forEach(run -> run.cancel(Kind.SHUTDOWN));
    return NextStep.sleep(CLOSING_GRACE, this::releaseLeftovers);
  }

  private NextStep releaseLeftovers() {
    heart.stop();
    List<SimulatedBody> left = List.copyOf(runs.values());
    left.forEach(run -> run.abandon(Kind.SHUTDOWN));
    return release(left);
  }

  private NextStep release(List<SimulatedBody> left) {
    if (left.isEmpty()) {
      SessionId last = heart.session();
      return last == null ? NextStep.end() : heart.close(last, NextStep::end);
    }
    SimulatedBody first = left.getFirst();
    Supplier<NextStep> others = () -> release(left.subList(1, left.size()));
    return new NextStep.Call<>(
        () -> "closing, gives back " + first,
        store -> store.release(first.lease(), "its worker closed", Effects.none()),
        move -> others.get(),
        error -> others.get());
  }
}
