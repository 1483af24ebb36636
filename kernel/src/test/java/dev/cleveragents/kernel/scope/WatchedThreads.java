package dev.cleveragents.kernel.scope;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

/** Remembers every thread it made, so that a test can say that none is left. */
final class WatchedThreads {

  private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

  ThreadFactories threads() {
    ThreadFactories standard = ThreadFactories.standard();
    return new ThreadFactories(watched(standard.platform()), watched(standard.virtual()));
  }

  private ThreadFactory watched(ThreadFactory factory) {
    return body -> {
      Thread thread = factory.newThread(body);
      made.add(thread);
      return thread;
    };
  }

  long alive() {
    return made.stream().filter(Thread::isAlive).count();
  }

  /** A scope has seen the body end; the thread itself ends a moment later. */
  void awaitNoneAlive() {
    await().atMost(Duration.ofSeconds(30)).until(() -> alive() == 0);
  }
}
