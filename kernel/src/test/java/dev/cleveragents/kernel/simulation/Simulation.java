package dev.cleveragents.kernel.simulation;

import static dev.cleveragents.kernel.simulation.InvariantViolation.unless;

import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * One run: a client and some workers on one store, for a while under faults, then without until
 * everything has settled. The seed decides all of it, so that a run that went wrong can be had
 * again.
 *
 * <p>In every step the scheduler lets one thing happen: a strand goes on, a letter moves, news are
 * heard, an alarm rings, a fault strikes, or time passes. Time also passes while others could go
 * on: no worker is as fast as the clock.
 */
final class Simulation {

  private static final Duration STORM = Duration.ofSeconds(40);

  /** A dead worker's jobs are back in the queue within 15 s. */
  private static final Duration RECOVERED_WITHIN = Duration.ofSeconds(15);

  /** That, and the longest body that does not heed its token. */
  private static final Duration CANCELLED_WITHIN = Duration.ofSeconds(25);

  /** All attempts of all jobs one after the other, on one worker with one slot. */
  private static final Duration SETTLED_WITHIN = Duration.ofMinutes(3);

  private static final int JOBS = 7;
  private static final int CANCELS = 3;
  private static final int PURGES = 3;
  private static final int STEPS_AT_MOST = 60_000;

  private final SimulationContext world;
  private final InvariantChecker referee;
  private final SimulatedNetwork wire;
  private final JobStore store;
  private final SimulatedClient client;
  private final SimulatedWorkers workers;
  private final SimulatedFaults faults;
  private final List<Runnable> turns = new ArrayList<>();
  private final List<SimulatedCall<?>> deliverable = new ArrayList<>();
  private int steps;

  Simulation(long seed, FaultProfile weather, SimulationSubject subject, boolean traced) {
    SplittableRandom random = new SplittableRandom(seed);
    this.world = new SimulationContext(random, weather, traced);
    KeyLimits limits = new KeyLimits(Map.of(SimulatedClient.POOL, 2));
    this.referee = new InvariantChecker(world, limits);
    JobSettings settings =
        new JobSettings(limits, Map.of(SimulatedClient.WORK, referee.ledger().ending()));
    this.store = subject.stores().create(settings, world.time, random.split());
    this.wire = new SimulatedNetwork(world, new WatchedStore(store, world, referee));
    this.client = new SimulatedClient(world, wire, STORM.dividedBy(2));
    this.workers = new SimulatedWorkers(world, wire, referee, subject.habits());
    this.faults = new SimulatedFaults(world, wire, workers);
  }

  /**
   * Runs it to the end.
   *
   * @throws Violation as soon as something is not as it must be
   */
  void run() {
    client.start(JOBS, CANCELS, PURGES);
    workers.startAll();
    long clearsUp = world.now() + STORM.toNanos();
    while (world.now() < clearsUp) {
      step(clearsUp);
    }
    world.clearUp();
    wire.clearUp();
    workers.clearUp();
    settle();
    referee.checkEnd(store);
  }

  SimulationContext world() {
    return world;
  }

  private void settle() {
    long clear = world.now();
    while (!(client.strands.isEmpty() && referee.allEnded(JOBS))) {
      step(Long.MAX_VALUE);
      Duration since = Duration.ofNanos(world.now() - clear);
      if (since.compareTo(RECOVERED_WITHIN) > 0) {
        List<SessionId> kept =
            workers.living().stream()
                .map(worker -> worker.heart().session())
                .filter(Objects::nonNull)
                .toList();
        referee.checkRecovered(kept);
      }
      if (since.compareTo(CANCELLED_WITHIN) > 0) {
        referee.checkCancelsAnswered(CANCELLED_WITHIN);
      }
      unless(
          since.compareTo(SETTLED_WITHIN) <= 0,
          Rule.EVERY_JOB_ENDS,
          "not settled %s after the last fault: %s",
          since,
          referee.unfinished());
    }
  }

  private void step(long until) {
    unless(++steps < STEPS_AT_MOST, Rule.EVERY_JOB_ENDS, "%d steps, and no end", steps);
    if (faults.strike()) {
      return;
    }
    turns.clear();
    deliverable.clear();
    long wakes = collectTurns(client, until);
    for (SimulatedWorker worker : workers.all()) {
      wakes = Math.min(wakes, collectTurns(worker, until));
    }
    wire.collectDeliverable(deliverable);
    int choices = turns.size() + deliverable.size();
    if (choices == 0) {
      passUntil(Math.min(wakes, wire.nextRelease()));
    } else if (world.once(20)) {
      world.time.advance(world.upTo(Duration.ofMillis(20)));
    } else {
      int choice = world.random.nextInt(choices);
      if (choice < turns.size()) {
        turns.get(choice).run();
      } else {
        wire.move(deliverable.get(choice - turns.size()));
      }
    }
  }

  /** Adds what this process could do now; returns when it can do more, if time must pass first. */
  private long collectTurns(SimulatedProcess process, long until) {
    if (process.isDead()) {
      return until;
    }
    if (process.isPaused()) {
      return Math.min(until, process.pausedUntil());
    }
    long now = world.now();
    long wakes = until;
    for (SimulatedThread strand : process.strands) {
      if (strand.wakesAt() <= now) {
        turns.add(strand::proceed);
      } else {
        wakes = Math.min(wakes, strand.wakesAt());
      }
    }
    if (!process.news.isEmpty()) {
      turns.add(process::hearNews);
    }
    if (process instanceof SimulatedWorker worker) {
      if (worker.heart().fenceAt() <= now) {
        turns.add(worker.heart()::fence);
      } else {
        wakes = Math.min(wakes, worker.heart().fenceAt());
      }
    }
    return wakes;
  }

  private void passUntil(long moment) {
    unless(moment != Long.MAX_VALUE, Rule.EVERY_JOB_ENDS, "no process will ever act again");
    world.time.advance(Duration.ofNanos(moment - world.now()));
  }
}
