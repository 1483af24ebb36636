package dev.cleveragents.bench.durable;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits until a contender has run its jobs and then until it has stored them as done. Only after
 * the last body has run does it ask the database, so it does not disturb before.
 */
final class OpenJobsWait implements AutoCloseable {

  private final Connection connection;
  private final PreparedStatement query;

  OpenJobsWait(QueueContender contender) throws SQLException {
    this.connection = DriverManager.getConnection(contender.url());
    this.query = connection.prepareStatement(contender.openJobs());
  }

  /** Waits for this many bodies in all, and until nothing is open. */
  void await(BodyCounter bodies, long jobs, long deadline) throws Exception {
    awaitBodies(bodies, jobs, deadline);
    while (any()) {
      pause(deadline, "all have run, but not all are stored as done");
    }
  }

  /** Waits for this many bodies in all. */
  static void awaitBodies(BodyCounter bodies, long jobs, long deadline) throws Exception {
    while (bodies.count() < jobs) {
      pause(deadline, "has run %,d of %,d".formatted(bodies.count(), jobs));
    }
  }

  private boolean any() throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static void pause(long deadline, String state)
      throws InterruptedException, TimeoutException {
    if (System.nanoTime() - deadline > 0) {
      throw new TimeoutException("gave up: " + state);
    }
    TimeUnit.MILLISECONDS.sleep(1);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
