package dev.cleveragents.bench.durable;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.durable.QueueContender.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Jobs enqueued, claimed, run and stored as done per second: every contender in every round, by
 * turns, each time on an empty database of the same server. The clock runs from the first enqueue
 * until the last job is stored as done. One that fails or takes too long is reported as such.
 *
 * <p>{@code -Djobs} says how many jobs, {@code -Dwarm.up} how many before the clock runs, {@code
 * -Dgive.up.seconds} how long is too long, {@code -Dpeers} which peers.
 */
public final class DurableFigures {

  private static final int JOBS = Integer.getInteger("jobs", 20_000);
  private static final int WARM_UP = Integer.getInteger("warm.up", 2_000);
  private static final long GIVE_UP_NANOS =
      TimeUnit.SECONDS.toNanos(Long.getLong("give.up.seconds", 120));

  /**
   * What one contender did in one round.
   *
   * @param cycles per second, from the first enqueue on
   * @param sinceFirst the same from the first body on: in favour of those that wait for a poll
   */
  private record Result(double cycles, double sinceFirst, @Nullable String trouble) {}

  private DurableFigures() {}

  /** Prints a table for SQLite and one for PostgreSQL. */
  public static void print(int rounds) throws Exception {
    try (EmptyDatabases databases = new EmptyDatabases()) {
      print("Durable jobs on SQLite", PeerQueues.onSqlite(), rounds, databases);
      print("Durable jobs on PostgreSQL", PeerQueues.onPostgres(), rounds, databases);
    }
  }

  private static void print(String title, List<Entry> entries, int rounds, EmptyDatabases databases)
      throws Exception {
    Map<String, List<Result>> results = new LinkedHashMap<>();
    entries.forEach(entry -> results.put(entry.name(), new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (Entry entry : entries) {
        Result result = measure(entry, databases);
        System.err.printf(Locale.ROOT, "%s: %s%n", entry.name(), result);
        Objects.requireNonNull(results.get(entry.name())).add(result);
      }
    }
    System.out.printf("%n%s: %,d jobs, %d rounds; median [min – max]%n%n", title, JOBS, rounds);
    System.out.println("| queue | cycles/s | from the first body on | ours is … times |");
    System.out.println("| --- | --: | --: | --: |");
    List<Result> ours = Objects.requireNonNull(results.get(entries.getFirst().name()));
    results.forEach((name, seen) -> System.out.println(row(name, seen, ours)));
  }

  private static String row(String name, List<Result> seen, List<Result> ours) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < seen.size(); round++) {
      if (seen.get(round).trouble() == null && ours.get(round).trouble() == null) {
        ratios.add(ours.get(round).cycles() / seen.get(round).cycles());
      }
    }
    List<Result> good = seen.stream().filter(result -> result.trouble() == null).toList();
    String troubles =
        String.join(
            "; ", seen.stream().map(Result::trouble).filter(Objects::nonNull).distinct().toList());
    return "| %s%s | %s | %s | %s |"
        .formatted(
            name,
            troubles.isEmpty() ? "" : " (%s)".formatted(troubles),
            MedianAndRange.of(good.stream().map(Result::cycles).toList(), "%,.0f"),
            MedianAndRange.of(good.stream().map(Result::sinceFirst).toList(), "%,.0f"),
            seen.equals(ours) ? "" : MedianAndRange.of(ratios, "%.2f"));
  }

  private static Result measure(Entry entry, EmptyDatabases databases) throws InterruptedException {
    BodyCounter bodies = new BodyCounter(0);
    try (QueueContender contender = databases.start(entry, bodies);
        OpenJobsWait open = new OpenJobsWait(contender)) {
      long giveUp = System.nanoTime() + GIVE_UP_NANOS;
      contender.enqueue(WARM_UP);
      open.await(bodies, WARM_UP, giveUp);
      bodies.mark();
      long start = System.nanoTime();
      contender.enqueue(JOBS);
      open.await(bodies, WARM_UP + JOBS, giveUp);
      long end = System.nanoTime();
      return new Result(
          JOBS / ((end - start) / 1e9), JOBS / ((end - bodies.firstAt()) / 1e9), null);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return new Result(0, 0, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }
}
