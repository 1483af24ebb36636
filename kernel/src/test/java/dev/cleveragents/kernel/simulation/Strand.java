package dev.cleveragents.kernel.simulation;

import org.jspecify.annotations.Nullable;

/** One thread of a simulated process: sleeps, or waits for an answer, or has ended. */
final class Strand {

  private final SimulatedProcess process;
  private final String name;
  private Next next;
  private long wakeAt;
  private boolean woken;
  private @Nullable Letter<?> awaited;

  Strand(SimulatedProcess process, String name, Next first) {
    this.process = process;
    this.name = name;
    this.next = first;
  }

  SimulatedProcess process() {
    return process;
  }

  /** Takes up what it does next: goes to sleep, sends its letter, or ends. */
  void take(Next next) {
    this.next = next;
    this.awaited = null;
    switch (next) {
      case Next.Sleep sleep -> wakeAt = process.world.now() + sleep.time().toNanos();
      case Next.Call<?> call -> awaited = process.wire.send(this, call);
      case Next.End end -> process.ended(this);
    }
  }

  /** When it goes on by itself; never, while it waits for an answer. */
  long wakesAt() {
    if (!(next instanceof Next.Sleep sleep)) {
      return Long.MAX_VALUE;
    }
    return sleep.wakeable() && woken ? 0 : wakeAt;
  }

  /** The end of its sleep. */
  void goOn() {
    woken = false;
    take(((Next.Sleep) next).then().get());
  }

  /** Ends a sleep that may be ended; kept for the next one otherwise. */
  void wake() {
    woken = true;
  }

  boolean awaits(Letter<?> letter) {
    return awaited == letter;
  }

  @Override
  public String toString() {
    return process.name + "/" + name;
  }
}
