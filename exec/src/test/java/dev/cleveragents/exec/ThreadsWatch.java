package dev.cleveragents.exec;

import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.scope.ThreadFactories;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

/** Remembers every thread that commands took, so that a test can say that none is left. */
final class ThreadsWatch {

  private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

  ThreadFactories threads() {
    ThreadFactories standard = ThreadFactories.standard();
    return new ThreadFactories(watched(standard.platform()), watched(standard.virtual()));
  }

  int made() {
    return made.size();
  }

  /** A scope has seen the body end; the thread itself ends a moment later. */
  void awaitNoneAlive() {
    await().atMost(Duration.ofSeconds(60)).until(() -> made.stream().noneMatch(Thread::isAlive));
  }

  private ThreadFactory watched(ThreadFactory factory) {
    return body -> {
      Thread thread = factory.newThread(body);
      made.add(thread);
      return thread;
    };
  }
}
