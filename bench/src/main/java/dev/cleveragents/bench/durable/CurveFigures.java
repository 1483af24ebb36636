package dev.cleveragents.bench.durable;

import dev.cleveragents.bench.MedianAndRange;
import dev.cleveragents.kernel.job.JobSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Cycles per second of ours on tables that are already full: of jobs that wait and are free, of
 * jobs that have ended, and of jobs that wait for one key that a running job holds. Free jobs come
 * before those enqueued later, so there as many others are worked off as are enqueued, and as many
 * wait afterwards as before. The clock stops when all are enqueued and as many have run.
 *
 * <p>{@code -Dcurve.rows} says how full, {@code -Dcurve.jobs} how many cycles.
 */
public final class CurveFigures {

  private static final int JOBS = Integer.getInteger("curve.jobs", 10_000);
  private static final int WARM_UP = Integer.getInteger("warm.up", 2_000);
  private static final List<Integer> ROWS =
      Arrays.stream(System.getProperty("curve.rows", "1000,10000,100000").split(",", -1))
          .map(Integer::valueOf)
          .toList();
  private static final long GIVE_UP_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final Path PLOTS = Path.of("plots");

  /** What the tables are full of. */
  private enum Full {
    WAITING("jobs waiting", "backlog"),
    HISTORY("jobs ended", "history"),
    BUSY_KEY("jobs behind one busy key", "busy-key");

    private final String words;
    private final String file;

    Full(String words, String file) {
      this.words = words;
      this.file = file;
    }
  }

  private CurveFigures() {}

  /** Prints a table per kind of row, and draws them. */
  public static void print(int rounds) throws Exception {
    for (Full full : Full.values()) {
      Map<String, Map<Integer, List<Double>>> rates = new LinkedHashMap<>();
      try (EmptyDatabases databases = new EmptyDatabases()) {
        for (int round = 0; round < rounds; round++) {
          for (int rows : ROWS) {
            note(rates, "SQLite", rows, measure(full, rows, databases.sqlite(), databases));
            note(rates, "PostgreSQL", rows, measure(full, rows, databases.postgres(), databases));
          }
        }
      }
      table(full, rounds, rates);
      draw(full, rates);
    }
    HeldFigures.print(PLOTS.resolve("held.svg"));
  }

  private static void note(
      Map<String, Map<Integer, List<Double>>> rates, String database, int rows, double rate) {
    System.err.printf(Locale.ROOT, "%s, %,d rows: %,.0f/s%n", database, rows, rate);
    rates
        .computeIfAbsent(database, name -> new LinkedHashMap<>())
        .computeIfAbsent(rows, count -> new ArrayList<>())
        .add(rate);
  }

  private static void table(Full full, int rounds, Map<String, Map<Integer, List<Double>>> rates) {
    System.out.printf(
        "%nCycles/s of ours by %s, %,d cycles, median [min – max] of %d rounds%n%n",
        full.words, JOBS, rounds);
    System.out.printf("| %s | SQLite | PostgreSQL |%n| --: | --: | --: |%n", full.words);
    for (int rows : ROWS) {
      System.out.printf(
          Locale.ROOT,
          "| %,d | %s | %s |%n",
          rows,
          MedianAndRange.of(at(rates, "SQLite", rows), "%,.0f"),
          MedianAndRange.of(at(rates, "PostgreSQL", rows), "%,.0f"));
    }
  }

  private static List<Double> at(
      Map<String, Map<Integer, List<Double>>> rates, String database, int rows) {
    return Objects.requireNonNull(Objects.requireNonNull(rates.get(database)).get(rows));
  }

  private static void draw(Full full, Map<String, Map<Integer, List<Double>>> rates)
      throws Exception {
    List<SvgPlot.Line> lines = new ArrayList<>();
    rates.forEach(
        (database, byRows) -> {
          List<SvgPlot.Point> points = new ArrayList<>();
          byRows.forEach(
              (rows, seen) -> points.add(new SvgPlot.Point(rows, MedianAndRange.median(seen))));
          lines.add(new SvgPlot.Line(database, points));
        });
    new SvgPlot(
            "Cycles per second by " + full.words, full.words, SvgPlot.Scale.POWERS_OF_TEN, lines)
        .write(PLOTS.resolve(full.file + ".svg"));
  }

  private static double measure(Full full, int rows, String url, EmptyDatabases databases)
      throws Exception {
    BodyCounter bodies = new BodyCounter(0);
    try (CleverAgentsQueue ours = new CleverAgentsQueue(url, bodies)) {
      fill(full, rows, ours, bodies);
      long ran = bodies.count();
      long giveUp = System.nanoTime() + GIVE_UP_NANOS;
      ours.enqueue(WARM_UP);
      OpenJobsWait.awaitBodies(bodies, ran + WARM_UP, giveUp);
      ran = bodies.count();
      long start = System.nanoTime();
      ours.enqueue(JOBS);
      OpenJobsWait.awaitBodies(bodies, ran + JOBS, giveUp);
      return JOBS / ((System.nanoTime() - start) / 1e9);
    } finally {
      databases.drop(url);
    }
  }

  /** Fills the tables and starts the worker. */
  private static void fill(Full full, int rows, CleverAgentsQueue ours, BodyCounter bodies)
      throws Exception {
    long giveUp = System.nanoTime() + GIVE_UP_NANOS;
    switch (full) {
      case WAITING -> {
        TableFiller.copy(
            ours.url(), "jobs", ours.enqueue(JobSpec.of(CleverAgentsQueue.NO_OP)), rows);
        ours.startWorker();
      }
      case HISTORY -> {
        ours.startWorker();
        String first = ours.enqueue(JobSpec.of(CleverAgentsQueue.NO_OP));
        try (OpenJobsWait open = new OpenJobsWait(ours)) {
          open.await(bodies, 1, giveUp);
        }
        TableFiller.copy(ours.url(), "ended_jobs", first, rows);
      }
      case BUSY_KEY -> {
        ours.startWorker();
        ours.enqueue(JobSpec.of(CleverAgentsQueue.LASTING).withKeys("busy"));
        OpenJobsWait.awaitBodies(bodies, 1, giveUp);
        String behind = ours.enqueue(JobSpec.of(CleverAgentsQueue.NO_OP).withKeys("busy"));
        TableFiller.copy(ours.url(), "jobs", behind, rows);
      }
    }
  }
}
