package dev.cleveragents.bench.durable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Jobs enqueued, claimed, run and completed per second: every contender in every round, by turns,
 * each time on an empty database of the same server. The clock runs from the first enqueue until
 * the last body has run.
 */
public final class DurableFigures {

  private static final int WARM_UP_JOBS = 2_000;
  private static final long GIVE_UP_NANOS = TimeUnit.MINUTES.toNanos(5);

  private DurableFigures() {}

  /** Prints a table of cycles per second. */
  static void print(String title, Map<Contender.Factory, Integer> contenders, int rounds)
      throws Exception {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    try (Databases databases = new Databases()) {
      for (int round = 0; round < rounds; round++) {
        for (Map.Entry<Contender.Factory, Integer> entry : contenders.entrySet()) {
          try (Contender contender = entry.getKey().start(databases)) {
            double rate = measure(contender, entry.getValue());
            System.err.printf(Locale.ROOT, "%s: %,.0f/s%n", contender.name(), rate);
            rates.computeIfAbsent(contender.name(), name -> new ArrayList<>()).add(rate);
          }
        }
      }
    }
    System.out.printf(
        "%n%s, %d rounds%n%n| queue | cycles/s, median [min – max] |%n| --- | --: |%n",
        title, rounds);
    rates.forEach((name, seen) -> System.out.printf("| %s | %s |%n", name, spread(seen)));
  }

  private static double measure(Contender contender, int jobs) throws Exception {
    contender.enqueue(WARM_UP_JOBS);
    awaitDone(contender, WARM_UP_JOBS);
    long start = System.nanoTime();
    contender.enqueue(jobs);
    awaitDone(contender, WARM_UP_JOBS + jobs);
    return jobs / ((System.nanoTime() - start) / 1e9);
  }

  private static void awaitDone(Contender contender, long jobs) throws Exception {
    long giveUp = System.nanoTime() + GIVE_UP_NANOS;
    while (contender.done() < jobs) {
      if (System.nanoTime() - giveUp > 0) {
        throw new IllegalStateException(
            "%s has run %d of %d".formatted(contender.name(), contender.done(), jobs));
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private static String spread(List<Double> seen) {
    List<Double> sorted = seen.stream().sorted().toList();
    return "%,.0f [%,.0f – %,.0f]"
        .formatted(sorted.get(sorted.size() / 2), sorted.getFirst(), sorted.getLast());
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    int jobs = Integer.parseInt(arguments[1]);
    Map<Contender.Factory, Integer> contenders = new LinkedHashMap<>();
    contenders.put(it -> new Ours("ours, SQLite", it.sqlite()), jobs);
    contenders.put(it -> new Ours("ours, PostgreSQL", it.postgres()), jobs);
    print("Durable jobs", contenders, rounds);
  }
}
