package dev.cleveragents.kernel.worker;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The places for bodies: a slot is taken before a job is claimed and given back when its body has
 * ended, so that never more bodies run than there are slots, whatever the store says. One atomic
 * count.
 */
final class Slots {

  private final AtomicInteger free;

  Slots(int count) {
    this.free = new AtomicInteger(count);
  }

  /** Takes up to {@code wanted} slots and returns how many. */
  int take(int wanted) {
    while (true) {
      int available = free.get();
      int taken = Math.min(available, wanted);
      if (free.compareAndSet(available, available - taken)) {
        return taken;
      }
    }
  }

  void giveBack(int count) {
    free.addAndGet(count);
  }
}
