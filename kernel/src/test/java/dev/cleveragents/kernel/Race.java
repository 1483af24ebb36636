package dev.cleveragents.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forces overlap: real threads that meet at a barrier before every round, act at the same moment,
 * and meet again before the round is checked. Every wait has a deadline.
 */
public final class Race {

  private static final int DEADLINE_SECONDS = 300;

  private Race() {}

  /** What the threads of one round do at the same moment, and what must hold afterwards. */
  public record Round(List<Body> bodies, Body check) {
    public Round(Body check, Body... bodies) {
      this(List.of(bodies), check);
    }
  }

  /** Something a test does, free to throw. */
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  /** Runs that many rounds, each newly made; every round must have the same number of bodies. */
  public static void rounds(int count, Supplier<Round> rounds) throws Exception {
    Round first = rounds.get();
    AtomicReference<Round> current = new AtomicReference<>(first);
    int threads = first.bodies().size();
    CyclicBarrier barrier = new CyclicBarrier(threads + 1);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      running.add(
          Thread.ofPlatform()
              .daemon()
              .name("race-" + i)
              .start(() -> race(count, number, current, barrier, failure)));
    }
    try {
      for (int round = 0; round < count; round++) {
        if (round > 0) {
          current.set(rounds.get());
        }
        barrier.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
        barrier.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
        Throwable thrown = failure.get();
        if (thrown != null) {
          throw new AssertionError("a thread of the race failed: " + thrown, thrown);
        }
        current.get().check().run();
      }
    } finally {
      for (Thread each : running) {
        each.interrupt();
        each.join(DEADLINE_SECONDS * 1000L);
      }
    }
  }

  private static void race(
      int count,
      int number,
      AtomicReference<Round> current,
      CyclicBarrier barrier,
      AtomicReference<@Nullable Throwable> failure) {
    try {
      for (int round = 0; round < count; round++) {
        barrier.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
        try {
          current.get().bodies().get(number).run();
        } catch (Throwable thrown) {
          failure.compareAndSet(null, thrown);
        }
        barrier.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException | BrokenBarrierException | TimeoutException over) {
      // Another thread has failed, and has said so.
    }
  }
}
