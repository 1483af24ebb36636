package dev.cleveragents.kernel.cancel;

import java.util.concurrent.locks.LockSupport;

/** A thread parked until the token is cancelled. */
final class WaitingThread extends TokenEntry {

  private final Thread thread = Thread.currentThread();

  WaitingThread(CancellationToken token) {
    super(token);
  }

  void wake() {
    LockSupport.unpark(thread);
  }
}
