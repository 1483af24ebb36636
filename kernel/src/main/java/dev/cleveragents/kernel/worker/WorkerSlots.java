package dev.cleveragents.kernel.worker;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The slots for bodies. A slot is taken before a job is claimed and given back when its body has
 * ended, so the number of running bodies never exceeds the number of slots, whatever the store
 * answers. One atomic count.
 */
final class WorkerSlots {

  private final AtomicInteger free;

  WorkerSlots(int count) {
    this.free = new AtomicInteger(count);
  }

  /** Takes at most {@code wanted} slots and returns how many. */
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
