package dev.cleveragents.bench.durable;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.bench.durable.QueueContender.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long from enqueue to start. Under load: 800 jobs a second on a fixed schedule, each enqueued
 * on its own whether or not those before it have started, and measured from the moment it was due
 * to be enqueued, so that a stall counts for all jobs it delays. Idle: one job at a time, 50 ms
 * after the one before has started.
 *
 * <p>{@code -Dlatency.seconds} says how long each phase takes, {@code -Dpeers} which peers.
 */
public final class LatencyFigures {

  private static final int OFFERED = 800;
  private static final int SECONDS = Integer.getInteger("latency.seconds", 10);
  private static final int WARM_UP_SECONDS = 3;
  private static final long IDLE_MILLIS = 50;
  private static final int MOST_IDLE_JOBS = (int) (SECONDS * 1_000L / IDLE_MILLIS);
  private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(60);

  private LatencyFigures() {}

  /** Prints a table of milliseconds, under load and idle. */
  public static void print(int rounds) throws Exception {
    List<Entry> entries = new ArrayList<>(List.of(PeerQueues.OURS_SQLITE));
    entries.addAll(PeerQueues.onPostgres());
    Map<String, List<double[]>> loaded = new LinkedHashMap<>();
    Map<String, List<double[]>> idle = new LinkedHashMap<>();
    Map<String, String> troubles = new LinkedHashMap<>();
    try (EmptyDatabases databases = new EmptyDatabases()) {
      for (int round = 0; round < rounds; round++) {
        for (Entry entry : entries) {
          try {
            measure(entry, databases, loaded, idle);
          } catch (InterruptedException e) {
            throw e;
          } catch (Exception e) {
            troubles.put(entry.name(), String.valueOf(e.getMessage()));
          }
        }
      }
    }
    System.out.printf(
        "%nEnqueue to start in ms, %d jobs/s for %d s, then idle; median [min – max] of %d"
            + " rounds%n%n",
        OFFERED, SECONDS, rounds);
    System.out.println(
        "| queue | p50 | p99 | p99.9 | largest | idle p50 | idle p99 | idle jobs a round |");
    System.out.println("| --- | --: | --: | --: | --: | --: | --: | --: |");
    for (Entry entry : entries) {
      System.out.println(row(entry.name(), loaded, idle, troubles));
    }
  }

  private static String row(
      String name,
      Map<String, List<double[]>> loaded,
      Map<String, List<double[]>> idle,
      Map<String, String> troubles) {
    List<double[]> under = loaded.getOrDefault(name, List.of());
    List<double[]> alone = idle.getOrDefault(name, List.of());
    String trouble = troubles.containsKey(name) ? " (" + troubles.get(name) + ")" : "";
    return "| %s%s | %s | %s | %s | %s | %s | %s | %s |"
        .formatted(
            name,
            trouble,
            spread(under, 0.5),
            spread(under, 0.99),
            spread(under, 0.999),
            spread(under, 1),
            spread(alone, 0.5),
            spread(alone, 0.99),
            MedianAndRange.of(alone.stream().map(seen -> (double) seen.length).toList(), "%.0f"));
  }

  private static String spread(List<double[]> rounds, double quantile) {
    return MedianAndRange.of(rounds.stream().map(seen -> at(seen, quantile)).toList(), "%.2f");
  }

  private static double at(double[] sorted, double quantile) {
    return sorted[Math.clamp((long) Math.ceil(quantile * sorted.length) - 1, 0, sorted.length - 1)];
  }

  private static void measure(
      Entry entry,
      EmptyDatabases databases,
      Map<String, List<double[]>> loaded,
      Map<String, List<double[]>> idle)
      throws Exception {
    int warmUp = WARM_UP_SECONDS * OFFERED;
    int measured = SECONDS * OFFERED;
    BodyCounter bodies = new BodyCounter(warmUp + measured + MOST_IDLE_JOBS);
    try (QueueContender contender = databases.start(entry, bodies)) {
      offer(contender, bodies, 0, warmUp);
      double[] under = offer(contender, bodies, warmUp, measured);
      report(entry, "loaded", under);
      loaded.computeIfAbsent(entry.name(), name -> new ArrayList<>()).add(under);
      double[] alone = oneByOne(contender, bodies, warmUp + measured);
      report(entry, "idle", alone);
      idle.computeIfAbsent(entry.name(), name -> new ArrayList<>()).add(alone);
    }
  }

  private static void report(Entry entry, String phase, double[] seen) {
    System.err.printf(
        Locale.ROOT,
        "%s, %s: p50 %.2f p99 %.2f max %.2f ms%n",
        entry.name(),
        phase,
        at(seen, 0.5),
        at(seen, 0.99),
        at(seen, 1));
  }

  /** Enqueues jobs on schedule; returns the milliseconds each took from its due time, sorted. */
  private static double[] offer(QueueContender contender, BodyCounter bodies, int first, int jobs)
      throws Exception {
    long start = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
    long before = bodies.count();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < jobs; i++) {
        int number = first + i;
        parkUntil(due(start, i));
        clients.execute(() -> enqueue(contender, number));
      }
    }
    OpenJobsWait.awaitBodies(bodies, before + jobs, System.nanoTime() + GIVE_UP_NANOS);
    double[] millis = new double[jobs];
    for (int i = 0; i < jobs; i++) {
      millis[i] = (bodies.startOf(first + i) - due(start, i)) / 1e6;
    }
    Arrays.sort(millis);
    return millis;
  }

  private static long due(long start, int number) {
    return start + number * TimeUnit.SECONDS.toNanos(1) / OFFERED;
  }

  private static double[] oneByOne(QueueContender contender, BodyCounter bodies, int first)
      throws Exception {
    List<Double> millis = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (millis.size() < MOST_IDLE_JOBS && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
      int number = first + millis.size();
      long before = bodies.count();
      long start = System.nanoTime();
      contender.enqueueNumbered(number);
      OpenJobsWait.awaitBodies(bodies, before + 1, start + GIVE_UP_NANOS);
      millis.add((bodies.startOf(number) - start) / 1e6);
    }
    return millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  private static void enqueue(QueueContender contender, int number) {
    try {
      contender.enqueueNumbered(number);
    } catch (Exception e) {
      // The job never starts, which is reported when its start is awaited.
      System.err.println("not enqueued: " + Objects.toString(e.getMessage(), e.toString()));
    }
  }

  private static void parkUntil(long moment) {
    for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
