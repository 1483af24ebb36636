package dev.cleveragents.kernel.job.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobProtocol;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.KeyLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
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
      AsyncJob first = queues.get(queue).first();
      assertThat(first).as("seed %s, step %s", seed, step).isEqualTo(best);
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
          .min(Comparator.comparingLong(AsyncJob::rank).thenComparing(AsyncJob::id))
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

  /** Counts how often anybody asked whether a key is full: the work of the lanes. */
  private static final class CountingKeys extends HeldKeys {
    private long looks;

    private CountingKeys() {
      super(LIMITS);
    }

    @Override
    boolean isFull(String key) {
      looks++;
      return super.isFull(key);
    }
  }

  /** Takes this many jobs one after the other; the most looks that one of them cost. */
  private static long mostLooks(CountingKeys held, ReadyQueue queue, int claims) {
    long most = 0;
    for (int i = 0; i < claims; i++) {
      AsyncJob free = job(-1 - i, 50, "own:" + i, "three");
      long before = held.looks;
      queue.add(free);
      assertThat(queue.first()).isEqualTo(free);
      queue.remove(free);
      held.take(free.spec().keys());
      held.giveBack(free.spec().keys());
      most = Math.max(most, held.looks - before);
    }
    return most;
  }

  @Test
  @Tag("long")
  void manyJobsBehindOneBusyKeyAreNotLookedAt() {
    CountingKeys held = new CountingKeys();
    ReadyQueue queue = new ReadyQueue(held);
    held.take(List.of("busy"));
    int jobs = Boolean.getBoolean("exhaustive") ? 1_000_000 : 50_000;
    for (int i = 0; i < jobs; i++) {
      queue.add(job(i, i % 100, "busy"));
    }
    assertThat(held.looks).as("adding one costs a look or two").isLessThanOrEqualTo(2L * jobs);

    assertThat(mostLooks(held, queue, 1_000)).isLessThanOrEqualTo(8);
  }

  @Test
  @Tag("long")
  void aHundredThousandDifferentNeedsBehindOneBusyKeyAreNotLookedAtEither() {
    CountingKeys held = new CountingKeys();
    ReadyQueue queue = new ReadyQueue(held);
    held.take(List.of("busy"));
    for (int i = 0; i < 100_000; i++) {
      queue.add(job(i, i % 100, "busy", "plan:" + i));
    }

    assertThat(mostLooks(held, queue, 1_000)).isLessThanOrEqualTo(8);
  }

  @Test
  void aKeyThatGetsRoomCallsBackAFewOfThoseWhoWaitForIt() {
    CountingKeys held = new CountingKeys();
    ReadyQueue queue = new ReadyQueue(held);
    List<AsyncJob> running = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      queue.add(job(i, i % 100, "plan:" + i, "two"));
    }
    long before = 0;
    for (int i = 0; i < 1_000; i++) {
      before = i == 1 ? held.looks : before;
      for (AsyncJob next = queue.first(); next != null; next = queue.first()) {
        queue.remove(next);
        held.take(next.spec().keys());
        running.add(next);
      }
      assertThat(running).hasSize(2);
      held.giveBack(running.removeFirst().spec().keys());
    }
    assertThat(held.looks - before)
        .as("a handful for each claim after the first")
        .isLessThan(20_000);
  }

  private static AsyncJob job(long number, int rank, String... keys) {
    JobSpec spec = JobSpec.of("t").withKeys(keys);
    return JobProtocol.enqueue(
        new JobId(new Ulid(1, number)), spec, Instant.EPOCH.plusMillis(rank));
  }
}
