package dev.cleveragents.bench.durable;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What SQLite gives by hand, without a queue's promises (no sessions, no fences, no keys): one
 * thread that inserts 500 jobs, claims 500 and stores 500 as done, a transaction each. Settings: a
 * write-ahead log, {@code synchronous=FULL} and the checkpoint distance of ours; done jobs are
 * kept, as ours are.
 */
final class SqliteLoop implements Contender {

  private static final int TOGETHER = 500;

  private final String url;
  private final Bodies bodies;
  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement claim;
  private final PreparedStatement complete;

  SqliteLoop(Databases databases, Bodies bodies) throws SQLException {
    this.url = databases.sqlite();
    this.bodies = bodies;
    this.connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = FULL");
      statement.execute("PRAGMA wal_autocheckpoint = 4000");
      statement.execute(
          "CREATE TABLE jobs (id INTEGER PRIMARY KEY, type TEXT NOT NULL, payload TEXT NOT NULL,"
              + " state TEXT NOT NULL, enqueued_at INTEGER NOT NULL, ended_at INTEGER)");
      statement.execute("CREATE INDEX jobs_waiting ON jobs (id) WHERE state = 'waiting'");
      statement.execute("CREATE INDEX jobs_running ON jobs (id) WHERE state = 'running'");
    }
    connection.setAutoCommit(false);
    this.insert =
        connection.prepareStatement(
            "INSERT INTO jobs (type, payload, state, enqueued_at) VALUES ('no-op', '', 'waiting', ?)");
    this.claim =
        connection.prepareStatement(
            """
            UPDATE jobs SET state = 'running' WHERE id IN
              (SELECT id FROM jobs WHERE state = 'waiting' ORDER BY id LIMIT ?)
            RETURNING id, type, payload
            """);
    this.complete =
        connection.prepareStatement("UPDATE jobs SET state = 'done', ended_at = ? WHERE id = ?");
  }

  @Override
  public void enqueue(int jobs) throws SQLException {
    for (int some; jobs > 0; jobs -= some) {
      some = Math.min(jobs, TOGETHER);
      insert(some);
      complete(claim(some));
    }
  }

  private void insert(int jobs) throws SQLException {
    for (int i = 0; i < jobs; i++) {
      insert.setLong(1, System.currentTimeMillis());
      insert.addBatch();
    }
    insert.executeBatch();
    connection.commit();
  }

  private long[] claim(int jobs) throws SQLException {
    long[] ids = new long[jobs];
    claim.setInt(1, jobs);
    try (ResultSet rows = claim.executeQuery()) {
      for (int i = 0; rows.next(); i++) {
        ids[i] = rows.getLong(1);
        bodies.ran();
      }
    }
    connection.commit();
    return ids;
  }

  private void complete(long[] ids) throws SQLException {
    for (long id : ids) {
      complete.setLong(1, System.currentTimeMillis());
      complete.setLong(2, id);
      complete.addBatch();
    }
    complete.executeBatch();
    connection.commit();
  }

  @Override
  public void enqueueNumbered(int number) {
    throw new UnsupportedOperationException("The loop is measured for throughput only");
  }

  @Override
  public String openJobs() {
    return "SELECT EXISTS (SELECT 1 FROM jobs WHERE state = 'waiting')"
        + " OR EXISTS (SELECT 1 FROM jobs WHERE state = 'running')";
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
