package dev.cleveragents.kernel.simulation;

import java.time.Duration;
import java.util.List;

/** Injects the faults that the {@link FaultProfile} allows. */
final class SimulatedFaults {

  private static final int ONE_STEP_IN = 15;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(25);
  private static final Duration LONGEST_CUT = Duration.ofSeconds(20);
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(14);
  private static final Duration FARTHEST_JUMP = Duration.ofDays(2);

  private final SimulationContext world;
  private final SimulatedNetwork wire;
  private final SimulatedWorkers workers;

  SimulatedFaults(SimulationContext world, SimulatedNetwork wire, SimulatedWorkers workers) {
    this.world = world;
    this.wire = wire;
    this.workers = workers;
  }

  /** Perhaps does something bad; says whether it did. */
  boolean strike() {
    if (!world.weather().losesMessages() || !world.once(ONE_STEP_IN)) {
      return false;
    }
    switch (world.random.nextInt(world.weather().hurtsProcesses() ? 20 : 14)) {
      case 0, 1, 2 -> loseRequest();
      case 3, 4, 5 -> loseReply();
      case 6 -> makeLate();
      case 7, 8 -> holdUp();
      case 9 -> cutOff();
      case 10, 11 -> dropNews();
      case 12 -> jumpWallClock();
      case 13 -> replaceWorker();
      case 14, 15, 16 -> pause();
      case 17 -> kill();
      case 18 -> workers.startAnother();
      default -> world.time.advance(world.upTo(Duration.ofSeconds(3)));
    }
    return true;
  }

  private List<SimulatedCall<?>> letters(boolean executed) {
    return wire.letters().stream()
        .filter(letter -> letter.isExecuted() == executed && !letter.sender().process().isPaused())
        .toList();
  }

  private void loseRequest() {
    List<SimulatedCall<?>> onTheirWay = letters(false);
    if (!onTheirWay.isEmpty()) {
      wire.loseRequest(world.oneOf(onTheirWay));
    }
  }

  private void loseReply() {
    List<SimulatedCall<?>> onTheirWay = letters(true);
    if (!onTheirWay.isEmpty()) {
      wire.loseReply(world.oneOf(onTheirWay));
    }
  }

  private void makeLate() {
    List<SimulatedCall<?>> onTheirWay = letters(false);
    if (!onTheirWay.isEmpty()) {
      SimulatedCall<?> letter = world.oneOf(onTheirWay);
      letter.holdUntil(world.now() + world.upTo(LONGEST_HOLD).toNanos());
      wire.makeLate(letter);
    }
  }

  private void holdUp() {
    if (!wire.letters().isEmpty()) {
      SimulatedCall<?> letter = world.oneOf(wire.letters());
      Duration hold = world.upTo(LONGEST_HOLD);
      letter.holdUntil(world.now() + hold.toNanos());
      world.note(() -> letter + ": held up for " + hold);
    }
  }

  private void cutOff() {
    List<SimulatedWorker> connected =
        workers.working().stream().filter(worker -> !wire.isCutOff(worker)).toList();
    if (!connected.isEmpty()) {
      SimulatedWorker worker = world.oneOf(connected);
      SimulatedNetwork.Cut cut =
          world.once(2) ? SimulatedNetwork.Cut.REQUESTS_LOST : SimulatedNetwork.Cut.REPLIES_LOST;
      Duration time = aboutALease(LONGEST_CUT);
      world.saw(CoveredEvent.CUT_OFF);
      world.note(() -> worker.name + " is cut off for " + time + ": " + cut);
      wire.cutOff(worker, cut, world.now() + time.toNanos());
    }
  }

  private void dropNews() {
    for (SimulatedWorker worker : workers.living()) {
      if (!worker.news.isEmpty()) {
        world.saw(CoveredEvent.HINT_DROPPED);
        SimulatedProcess.News lost = world.oneOf(worker.news);
        worker.news.remove(lost);
        world.note(() -> worker.name + " does not hear: " + lost.what());
      }
    }
  }

  /** Half the time a little more than a lease: the process comes back as others give it up. */
  private Duration aboutALease(Duration longest) {
    Duration lease = SimulatedHeartbeat.TIMING.lease();
    return world.once(2) ? lease.plus(world.upTo(Duration.ofSeconds(8))) : world.upTo(longest);
  }

  private void jumpWallClock() {
    Duration by = world.upTo(FARTHEST_JUMP).minus(world.upTo(FARTHEST_JUMP));
    world.saw(CoveredEvent.WALL_CLOCK_JUMPED);
    world.note(() -> "the wall clock jumps by " + by);
    world.time.jumpWallClock(by);
  }

  private void replaceWorker() {
    List<SimulatedWorker> working = workers.working();
    if (!working.isEmpty() && world.once(3)) {
      world.oneOf(working).close();
      workers.startAnother();
    }
  }

  private void pause() {
    List<SimulatedWorker> living = workers.living();
    if (!living.isEmpty()) {
      SimulatedWorker worker = world.oneOf(living);
      Duration time = aboutALease(LONGEST_PAUSE);
      world.saw(CoveredEvent.WORKER_PAUSED);
      world.note(() -> worker.name + " freezes for " + time);
      worker.pauseUntil(world.now() + time.toNanos());
    }
  }

  private void kill() {
    List<SimulatedWorker> living = workers.living();
    if (!living.isEmpty()) {
      workers.kill(world.oneOf(living));
    }
  }
}
