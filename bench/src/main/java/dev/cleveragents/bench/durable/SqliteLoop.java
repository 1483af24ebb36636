package dev.cleveragents.bench.durable;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What SQLite gives by hand, without a queue's promises (no sessions, no fences, no keys): one
 * thread that inserts 500 jobs, claims 500 and stores 500 as done, a transaction each. Settings: a
 * write-ahead log, {@code synchronous=FULL} and the checkpoint distance of ours; done jobs are
 * kept, as ours are.
 */
final class SqliteLoop implements QueueContender {

  private static final int TOGETHER = 500;

  /**
   * Which rows it keeps. Arguments by number, in all of them 1 for the moment in microseconds; 2 is
   * an id, for a claim how many.
   */
  private record Rows(
      List<String> tables, String insert, String claim, List<String> complete, String open) {}

  /** As few columns and indexes as will do, and a number for an id. */
  private static final Rows FEW =
      new Rows(
          List.of(
              "CREATE TABLE jobs (id INTEGER PRIMARY KEY, type TEXT NOT NULL, payload TEXT NOT"
                  + " NULL, state TEXT NOT NULL, enqueued_at INTEGER NOT NULL, ended_at INTEGER)",
              "CREATE INDEX jobs_waiting ON jobs (id) WHERE state = 'waiting'",
              "CREATE INDEX jobs_running ON jobs (id) WHERE state = 'running'"),
          "INSERT INTO jobs (type, payload, state, enqueued_at) VALUES ('no-op', '', 'waiting',"
              + " ?1)",
          """
          UPDATE jobs SET state = 'running' WHERE id IN
            (SELECT id FROM jobs WHERE state = 'waiting' ORDER BY id LIMIT ?2)
          RETURNING id, type, payload
          """,
          List.of("UPDATE jobs SET state = 'done', ended_at = ?1 WHERE id = ?2"),
          "SELECT EXISTS (SELECT 1 FROM jobs WHERE state = 'waiting')"
              + " OR EXISTS (SELECT 1 FROM jobs WHERE state = 'running')");

  /** The tables of ours: the same columns, indexes and ids, and a history apart. */
  private static final Rows OURS =
      new Rows(
          List.of(),
          """
          INSERT INTO job_active (id, type, payload, priority, max_attempts, first_wait, max_wait, rank,
                            status, attempts, leases, enqueued_at, due_at, stand)
          VALUES (?2, 'no-op', '', 0, 3, 1000000000, 300000000000, ?1 / 1000,
                  'QUEUED', 0, 0, ?1, ?1, 'R')
          """,
          """
          UPDATE job_active SET status = 'RUNNING', stand = NULL, owner = '01M7P2G8MXCQ5P54HYT8RWP2NR',
                          leases = leases + 1, started_at = ?1
          WHERE id IN (SELECT id FROM job_active WHERE stand = 'R' AND type = 'no-op'
                       ORDER BY rank, id LIMIT ?2)
          RETURNING id, type, payload
          """,
          List.of(
              """
              INSERT INTO job_ended
              SELECT id, type, payload, keys, priority, delay, idempotency_key, job_group,
                     max_attempts, first_wait, max_wait, rank, 'SUCCEEDED', attempts, leases, NULL,
                     cancel_reason, NULL, enqueued_at, due_at, started_at, ?1
              FROM job_active WHERE id = ?2
              """,
              "DELETE FROM job_active WHERE id = ?2"),
          "SELECT EXISTS (SELECT 1 FROM job_active)");

  private final String url;
  private final BodyCounter bodies;
  private final Rows rows;
  private final Connection connection;
  private final PreparedStatement insert;
  private final PreparedStatement claim;
  private final List<PreparedStatement> complete = new ArrayList<>();
  private final UlidGenerator ids = UlidGenerator.system();

  private SqliteLoop(String url, BodyCounter bodies, Rows rows) throws SQLException {
    this.url = url;
    this.bodies = bodies;
    this.rows = rows;
    this.connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = FULL");
      statement.execute("PRAGMA wal_autocheckpoint = 4000");
      for (String table : rows.tables) {
        statement.execute(table);
      }
    }
    connection.setAutoCommit(false);
    this.insert = connection.prepareStatement(rows.insert);
    this.claim = connection.prepareStatement(rows.claim);
    for (String statement : rows.complete) {
      complete.add(connection.prepareStatement(statement));
    }
  }

  static SqliteLoop withFewColumns(EmptyDatabases databases, BodyCounter bodies)
      throws SQLException {
    return new SqliteLoop(databases.sqlite(), bodies, FEW);
  }

  static SqliteLoop withOurRows(EmptyDatabases databases, BodyCounter bodies) throws SQLException {
    String url = databases.sqlite();
    Database.open(url).close();
    return new SqliteLoop(url, bodies, OURS);
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
    boolean named = insert.getParameterMetaData().getParameterCount() == 2;
    for (int i = 0; i < jobs; i++) {
      insert.setLong(1, micros());
      if (named) {
        insert.setString(2, ids.next().toString());
      }
      insert.addBatch();
    }
    insert.executeBatch();
    connection.commit();
  }

  private List<Object> claim(int jobs) throws SQLException {
    List<Object> claimed = new ArrayList<>(jobs);
    claim.setLong(1, micros());
    claim.setInt(2, jobs);
    try (ResultSet found = claim.executeQuery()) {
      while (found.next()) {
        claimed.add(found.getObject(1));
        bodies.ran();
      }
    }
    connection.commit();
    return claimed;
  }

  private void complete(List<Object> claimed) throws SQLException {
    for (PreparedStatement statement : complete) {
      for (Object id : claimed) {
        statement.setLong(1, micros());
        statement.setObject(2, id);
        statement.addBatch();
      }
      statement.executeBatch();
    }
    connection.commit();
  }

  private static long micros() {
    return System.currentTimeMillis() * 1_000;
  }

  @Override
  public void enqueueNumbered(int number) {
    throw new UnsupportedOperationException("The loop is measured for throughput only");
  }

  @Override
  public String openJobs() {
    return rows.open;
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
