package dev.cleveragents.kernel.simulation;

import java.util.ArrayList;
import java.util.List;

/** A process: strands that take turns, and news that wait to be heard. */
abstract class SimulatedProcess {

  /** Something the store tells a session on its own account. It may come late, or never. */
  record News(String what, Runnable heard) {}

  final String name;
  final SimulationContext world;
  final SimulatedNetwork wire;
  final List<SimulatedThread> strands = new ArrayList<>();
  final List<News> news = new ArrayList<>();
  private long pausedUntil;
  private boolean dead;

  SimulatedProcess(String name, SimulationContext world, SimulatedNetwork wire) {
    this.name = name;
    this.world = world;
    this.wire = wire;
  }

  /** Starts a strand. */
  final SimulatedThread start(String strand, NextStep first) {
    SimulatedThread started = new SimulatedThread(this, strand, first);
    strands.add(started);
    started.take(first);
    return started;
  }

  final void ended(SimulatedThread strand) {
    strands.remove(strand);
  }

  /** Hears one of the news, whichever. */
  final void hearNews() {
    News heard = world.oneOf(news);
    news.remove(heard);
    world.note(() -> name + " hears: " + heard.what());
    heard.heard().run();
  }

  /** Freezes everything in it, its timers too. */
  final void pauseUntil(long moment) {
    pausedUntil = moment;
  }

  final boolean isPaused() {
    return pausedUntil > world.now();
  }

  final long pausedUntil() {
    return pausedUntil;
  }

  /** Ends it at once, in the middle of whatever it does. */
  final void die() {
    dead = true;
    world.died(name);
    strands.clear();
    news.clear();
  }

  final boolean isDead() {
    return dead;
  }
}
