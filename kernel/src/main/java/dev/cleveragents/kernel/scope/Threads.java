package dev.cleveragents.kernel.scope;

import java.util.concurrent.ThreadFactory;

/**
 * Where a scope gets its threads from.
 *
 * @param platform for beats, timers and native calls, which must run when virtual threads are stuck
 * @param virtual for everything that waits
 */
public record Threads(ThreadFactory platform, ThreadFactory virtual) {

  /** Daemon platform threads and virtual threads. */
  public static Threads standard() {
    return new Threads(Thread.ofPlatform().daemon(true).factory(), Thread.ofVirtual().factory());
  }

  /** Platform threads for everything, for checkers that cannot see virtual ones. */
  public static Threads platformOnly() {
    ThreadFactory platform = Thread.ofPlatform().daemon(true).factory();
    return new Threads(platform, platform);
  }
}
