package dev.cleveragents.kernel.cancel;

import java.util.concurrent.locks.LockSupport;

/** A thread parked until the token is cancelled. */
final class Waiter extends Listener {

  private final Thread thread = Thread.currentThread();

  Waiter(CancellationToken token) {
    super(token);
  }

  void wake() {
    LockSupport.unpark(thread);
  }
}
