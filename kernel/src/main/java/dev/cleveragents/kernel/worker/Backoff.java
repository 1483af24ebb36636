package dev.cleveragents.kernel.worker;

import java.time.Duration;

/** Waits that double up to a maximum. Confined to one thread. */
final class Backoff {

  private final Duration first;
  private final Duration max;
  private Duration next;

  Backoff(WorkerConfig.ErrorWaits waits) {
    this.first = waits.first();
    this.max = waits.max();
    this.next = first;
  }

  Duration next() {
    Duration now = next;
    Duration doubled = now.multipliedBy(2);
    next = doubled.compareTo(max) < 0 ? doubled : max;
    return now;
  }

  void reset() {
    next = first;
  }
}
