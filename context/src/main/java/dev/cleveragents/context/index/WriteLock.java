package dev.cleveragents.context.index;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets one thread of this process write at a time, in the order they came. */
final class WriteLock {

  private static final long LOOKS_UP_EVERY_MILLIS = 50;

  private final Semaphore permit = new Semaphore(1, true);

  /** Released by its holder. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /** Waits for the turn. */
  Turn take(CancellationToken token) throws InterruptedException {
    do {
      token.throwIfCancelled();
    } while (!permit.tryAcquire(LOOKS_UP_EVERY_MILLIS, TimeUnit.MILLISECONDS));
    return permit::release;
  }

  /** Waits for the last turn that there will be. */
  void end() {
    permit.acquireUninterruptibly();
  }
}
