package dev.cleveragents.context.project;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many questions are being answered in this process, so that work in the background can stand
 * back meanwhile. One atomic number, which every question raises and lowers once.
 */
final class Questions {

  private static final Duration LOOKS_EVERY = Duration.ofMillis(20);

  private final AtomicInteger open = new AtomicInteger();

  /** A question that is being answered; closed once, when it is. */
  interface Asked extends AutoCloseable {
    @Override
    void close();
  }

  Asked ask() {
    open.incrementAndGet();
    return open::decrementAndGet;
  }

  /** Whether one is being answered now. */
  boolean any() {
    return open.get() > 0;
  }

  /** Waits until none is being answered, at most about so long, and not once cancelled. */
  void awaitNone(Duration atMost, CancellationToken token) throws InterruptedException {
    long looks = atMost.dividedBy(LOOKS_EVERY);
    while (any() && looks > 0 && !token.await(LOOKS_EVERY)) {
      looks--;
    }
  }
}
