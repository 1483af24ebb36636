package dev.cleveragents.kernel.scope;

import java.util.concurrent.ThreadFactory;

/**
 * The thread factories of a scope.
 *
 * @param platform for beats, timers and native calls, which must run when virtual threads are stuck
 * @param virtual for work that waits
 */
public record ThreadFactories(ThreadFactory platform, ThreadFactory virtual) {

  /** Daemon platform threads and virtual threads. */
  public static ThreadFactories standard() {
    return new ThreadFactories(
        Thread.ofPlatform().daemon(true).factory(), Thread.ofVirtual().factory());
  }
}
