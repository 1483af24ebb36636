package dev.cleveragents.kernel.simulation;

import org.jspecify.annotations.Nullable;

/** One thread of a simulated process: sleeps, or waits for an answer, or has ended. */
final class SimulatedThread {

  private final SimulatedProcess process;
  private final String name;
  private NextStep next;
  private long wakeAt;
  private boolean woken;
  private @Nullable SimulatedCall<?> awaited;

  SimulatedThread(SimulatedProcess process, String name, NextStep first) {
    this.process = process;
    this.name = name;
    this.next = first;
  }

  SimulatedProcess process() {
    return process;
  }

  /** Takes up what it does next: goes to sleep, sends its letter, or ends. */
  void take(NextStep next) {
    this.next = next;
    this.awaited = null;
    switch (next) {
      case NextStep.Sleep sleep -> wakeAt = process.world.now() + sleep.time().toNanos();
      case NextStep.Call<?> call -> awaited = process.wire.send(this, call);
      case NextStep.End end -> process.ended(this);
    }
  }

  /** When it goes on by itself; never, while it waits for an answer. */
  long wakesAt() {
    if (!(next instanceof NextStep.Sleep sleep)) {
      return Long.MAX_VALUE;
    }
    return sleep.wakeable() && woken ? 0 : wakeAt;
  }

  /** The end of its sleep. */
  void proceed() {
    woken = false;
    take(((NextStep.Sleep) next).then().get());
  }

  /** Ends a sleep that may be ended; kept for the next one otherwise. */
  void wake() {
    woken = true;
  }

  boolean awaits(SimulatedCall<?> letter) {
    return awaited == letter;
  }

  @Override
  public String toString() {
    return process.name + "/" + name;
  }
}
