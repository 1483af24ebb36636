package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The lanes choose as a look through all jobs would, and without looking through them. */
class ReadyQueueTest {

  private static final KeyLimits LIMITS = new KeyLimits(Map.of("two", 2, "three", 3));

  @Test
  void theFirstJobIsTheOneThatALookThroughAllOfThemFinds() {
    for (long seed = 0; seed < 2_000; seed++) {
      new Crowd(seed).run(100);
    }
  }

  /** Two queues over the same keys, and the same jobs in plain lists. */
  private static final class Crowd {
    private static final List<String> KEYS = List.of("a", "b", "c", "two", "three");

    private final long seed;
    private final Random random;
    private final HeldKeys held = new HeldKeys(LIMITS);
    private final List<ReadyQueue> queues = List.of(new ReadyQueue(held), new ReadyQueue(held));
    private final List<List<AsyncJob>> waiting = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<AsyncJob> running = new ArrayList<>();
    private int made;

    private Crowd(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    private void run(int steps) {
      for (int step = 0; step < steps; step++) {
        int queue = random.nextInt(2);
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> add(queue);
          case 3, 4 -> take(queue, step);
          case 5, 6 -> giveBack();
          default -> cancel(queue);
        }
      }
      while (!running.isEmpty() || !waiting.get(0).isEmpty() || !waiting.get(1).isEmpty()) {
        take(0, -1);
        take(1, -1);
        giveBack();
      }
      assertThat(queues).as("seed %s", seed).allMatch(ReadyQueue::isEmpty);
    }

    private void add(int queue) {
      List<String> keys = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        keys.add(KEYS.get(random.nextInt(KEYS.size())));
      }
      AsyncJob job = job(made++, random.nextInt(20), keys.toArray(String[]::new));
      waiting.get(queue).add(job);
      queues.get(queue).add(job);
    }

    private void take(int queue, int step) {
      AsyncJob best = best(waiting.get(queue));
      QueuePosition first = queues.get(queue).first();
      assertThat(first)
          .as("seed %s, step %s", seed, step)
          .isEqualTo(best == null ? null : QueuePosition.of(best));
      if (best != null) {
        waiting.get(queue).remove(best);
        queues.get(queue).remove(best);
        held.take(best.spec().keys());
        running.add(best);
      }
    }

    private @Nullable AsyncJob best(List<AsyncJob> jobs) {
      return jobs.stream()
          .filter(job -> job.spec().keys().stream().allMatch(this::hasRoom))
          .min(Comparator.comparing(QueuePosition::of))
          .orElse(null);
    }

    private boolean hasRoom(String key) {
      long holders = running.stream().filter(job -> job.spec().keys().contains(key)).count();
      return holders < LIMITS.of(key);
    }

    private void giveBack() {
      if (!running.isEmpty()) {
        held.giveBack(running.remove(random.nextInt(running.size())).spec().keys());
      }
    }

    private void cancel(int queue) {
      List<AsyncJob> jobs = waiting.get(queue);
      if (!jobs.isEmpty()) {
        queues.get(queue).remove(jobs.remove(random.nextInt(jobs.size())));
      }
    }
  }

  private static AsyncJob job(long number, int rank, String... keys) {
    JobSpec spec = JobSpec.of("t").withKeys(keys);
    return JobProtocol.enqueue(
        new JobId(new Ulid(1, number)), spec, Instant.EPOCH.plusMillis(rank));
  }
}
