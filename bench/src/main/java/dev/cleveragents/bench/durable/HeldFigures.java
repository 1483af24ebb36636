package dev.cleveragents.bench.durable;

import dev.cleveragents.bench.durable.QueueContender.Entry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Cycles per second while another connection holds a transaction open that has read: PostgreSQL may
 * then not remove what was deleted or updated since, and SQLite may not restart its WAL. The queue
 * is kept at a few thousand jobs all the time: a while without the transaction, a while with it, a
 * while after it.
 *
 * <p>{@code -Dheld.seconds} says how long it is held, {@code -Dheld.peers=true} that the peers on
 * PostgreSQL are measured too, {@code -Dheld.on=PostgreSQL} that only queues with this in their
 * names are.
 */
final class HeldFigures {

  private static final int HELD_SECONDS = Integer.getInteger("held.seconds", 60);
  private static final int BESIDE_SECONDS = Math.max(5, HELD_SECONDS / 6);
  private static final int IN_QUEUE = 5_000;
  private static final int TOGETHER = 1_000;

  private HeldFigures() {}

  /** Prints a table of averages, and draws how it went. */
  static void print(Path plot) throws Exception {
    List<Entry> entries =
        new ArrayList<>(List.of(PeerQueues.OURS_SQLITE, PeerQueues.OURS_POSTGRES));
    if (Boolean.getBoolean("held.peers")) {
      PeerQueues.onPostgres().stream().skip(1).forEach(entries::add);
    }
    entries.removeIf(entry -> !entry.name().contains(System.getProperty("held.on", "")));
    System.out.printf("%nCycles/s beside a transaction held open for %d s%n%n", HELD_SECONDS);
    System.out.println("| queue | before | first quarter | last quarter | after |");
    System.out.println("| --- | --: | --: | --: | --: |");
    List<SvgPlot.Line> lines = new ArrayList<>();
    try (EmptyDatabases databases = new EmptyDatabases()) {
      for (Entry entry : entries) {
        try {
          List<Double> rates = measure(entry, databases);
          System.out.println(row(entry.name(), rates));
          List<SvgPlot.Point> points = new ArrayList<>();
          for (int second = 0; second < rates.size(); second++) {
            points.add(new SvgPlot.Point(second - BESIDE_SECONDS, rates.get(second)));
          }
          lines.add(new SvgPlot.Line(entry.name(), points));
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) {
          System.out.printf("| %s (%s) | – | – | – | – |%n", entry.name(), e.getMessage());
        }
      }
    }
    new SvgPlot(
            "Cycles per second, a transaction held open from 0 to %d s".formatted(HELD_SECONDS),
            "seconds",
            SvgPlot.Scale.EVEN,
            lines)
        .write(plot);
  }

  private static String row(String name, List<Double> rates) {
    int end = BESIDE_SECONDS + HELD_SECONDS;
    int quarter = Math.max(1, HELD_SECONDS / 4);
    return String.format(
        Locale.ROOT,
        "| %s | %,.0f | %,.0f | %,.0f | %,.0f |",
        name,
        // The first seconds warm up.
        average(rates.subList(BESIDE_SECONDS / 2, BESIDE_SECONDS)),
        average(rates.subList(BESIDE_SECONDS, BESIDE_SECONDS + quarter)),
        average(rates.subList(end - quarter, end)),
        average(rates.subList(end, rates.size())));
  }

  private static double average(List<Double> rates) {
    return rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** The cycles of each second. */
  private static List<Double> measure(Entry entry, EmptyDatabases databases) throws Exception {
    BodyCounter bodies = new BodyCounter(0);
    AtomicBoolean enough = new AtomicBoolean();
    List<Double> rates = new ArrayList<>();
    try (QueueContender contender = databases.start(entry, bodies);
        ExecutorService feeder = Executors.newSingleThreadExecutor()) {
      Future<?> feeding =
          feeder.submit(
              () -> {
                feed(contender, bodies, enough);
                return null;
              });
      try {
        sample(bodies, BESIDE_SECONDS, rates);
        try (Connection held = hold(contender.url())) {
          sample(bodies, HELD_SECONDS, rates);
          held.rollback();
        }
        sample(bodies, BESIDE_SECONDS, rates);
      } finally {
        enough.set(true);
      }
      feeding.get(1, TimeUnit.MINUTES);
    }
    return rates;
  }

  private static Connection hold(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    boolean isSqlite = url.startsWith("jdbc:sqlite:");
    if (!isSqlite) {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement
          .executeQuery("SELECT count(*) FROM " + (isSqlite ? "sqlite_master" : "pg_class"))
          .next();
    }
    return connection;
  }

  private static void feed(QueueContender contender, BodyCounter bodies, AtomicBoolean enough)
      throws Exception {
    long enqueued = 0;
    while (!enough.get()) {
      if (enqueued - bodies.count() < IN_QUEUE) {
        contender.enqueue(TOGETHER);
        enqueued += TOGETHER;
      } else {
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
  }

  private static void sample(BodyCounter bodies, int seconds, List<Double> rates)
      throws InterruptedException {
    for (int second = 0; second < seconds; second++) {
      long before = bodies.count();
      long start = System.nanoTime();
      TimeUnit.SECONDS.sleep(1);
      rates.add((bodies.count() - before) / ((System.nanoTime() - start) / 1e9));
    }
  }
}
