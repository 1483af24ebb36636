package dev.cleveragents.store.connection;

import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowReader;
import dev.cleveragents.store.sql.SqlQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection and its prepared statements. Where each message costs a round trip to the server,
 * statements whose results are not needed yet are sent together with the next one. Confined to one
 * thread; the code that opened it closes it.
 */
public final class SqlConnection implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SqlConnection.class);
  private static final int STATEMENTS_KEPT = 200;

  private final Dialect dialect;
  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(64, 0.75f, true);
  private final List<UnsentStatement> waiting = new ArrayList<>();

  /** SQLite's count of changed rows when the transaction began. */
  long changesBefore;

  /** Statements that have not been sent yet. */
  private record UnsentStatement(String sql, int statements, List<@Nullable Object> arguments) {}

  public SqlConnection(Dialect dialect, Connection connection) {
    this.dialect = dialect;
    this.connection = connection;
  }

  public Connection connection() {
    return connection;
  }

  /**
   * Sends these statements together with the next one; their errors are thrown then.
   *
   * @param statements how many there are in the text
   */
  public void later(String sql, int statements, @Nullable Object... arguments) {
    waiting.add(new UnsentStatement(sql, statements, Arrays.asList(arguments)));
  }

  /** Whether there are statements that were not sent yet. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Drops the statements that were not sent yet. */
  public void dropWaiting() {
    waiting.clear();
  }

  public int update(String sql, @Nullable Object... arguments) throws SQLException {
    return lastCount(sql, 1, arguments);
  }

  /** Runs several statements that are sent together; returns how many rows the last one changed. */
  int lastCount(String sql, int statements, @Nullable Object... arguments) throws SQLException {
    return run(sql, statements, PreparedStatement::getUpdateCount, arguments);
  }

  public <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... arguments)
      throws SQLException {
    return run(sql, 1, statement -> read(statement, reader), arguments);
  }

  public <T> List<T> query(SqlQuery<T> query) throws SQLException {
    return query(query.sql(), query.reader(), query.arguments().toArray());
  }

  /** Runs two statements that are sent together. */
  <A, B> SqlQuery.Both<A, B> queryBoth(SqlQuery<A> first, SqlQuery<B> second) throws SQLException {
    List<@Nullable Object> arguments = new ArrayList<>(first.arguments());
    arguments.addAll(second.arguments());
    return run(
        first.sql() + "; " + second.sql(),
        1,
        statement -> {
          List<A> rows = read(statement, first.reader());
          statement.getMoreResults();
          return new SqlQuery.Both<>(rows, read(statement, second.reader()));
        },
        arguments.toArray());
  }

  private static <T> List<T> read(PreparedStatement statement, RowReader<T> reader)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    try (ResultSet result = statement.getResultSet()) {
      RowReader<T> bound = reader.on(result);
      while (result.next()) {
        rows.add(bound.read(result));
      }
    }
    return Collections.unmodifiableList(rows);
  }

  /** Reads the result of a statement that has run. */
  private interface Result<T> {
    T of(PreparedStatement statement) throws SQLException;
  }

  /**
   * Runs the waiting statements and then these; the result begins with the last of {@code
   * statements}.
   */
  private <T> T run(String sql, int statements, Result<T> result, @Nullable Object... arguments)
      throws SQLException {
    String all = sql;
    @Nullable Object[] allArguments = arguments;
    int before = statements - 1;
    if (!waiting.isEmpty()) {
      StringBuilder text = new StringBuilder();
      List<@Nullable Object> values = new ArrayList<>();
      for (UnsentStatement earlier : waiting) {
        text.append(earlier.sql).append("; ");
        values.addAll(earlier.arguments);
        before += earlier.statements;
      }
      Collections.addAll(values, arguments);
      waiting.clear();
      all = text.append(sql).toString();
      allArguments = values.toArray();
    }
    try {
      PreparedStatement statement = prepared(all, allArguments);
      statement.execute();
      for (int i = 0; i < before; i++) {
        statement.getMoreResults();
      }
      return result.of(statement);
    } catch (SQLException e) {
      forget(all);
      throw e;
    }
  }

  /** Runs one statement for many rows; PostgreSQL gets one message for all of them. */
  public void batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    sendWaiting();
    PreparedStatement statement = prepare(sql);
    try {
      for (@Nullable Object[] row : rows) {
        set(statement, row);
        statement.addBatch();
      }
      statement.executeBatch();
    } catch (SQLException e) {
      forget(sql);
      throw e;
    }
  }

  private void sendWaiting() throws SQLException {
    if (!waiting.isEmpty()) {
      UnsentStatement last = waiting.removeLast();
      run(last.sql, last.statements, statement -> 0, last.arguments.toArray());
    }
  }

  /** Removes a failed statement: SQLite's driver has closed it. */
  private void forget(String sql) {
    PreparedStatement statement = statements.remove(sql);
    if (statement != null) {
      try {
        statement.close();
      } catch (SQLException e) {
        log.debug("A failed statement could not be closed: {}", e.getMessage());
      }
    }
  }

  private PreparedStatement prepared(String sql, @Nullable Object... arguments)
      throws SQLException {
    PreparedStatement statement = prepare(sql);
    set(statement, arguments);
    return statement;
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known != null) {
      return known;
    }
    PreparedStatement statement = connection.prepareStatement(dialect.fill(sql));
    statements.put(sql, statement);
    if (statements.size() > STATEMENTS_KEPT) {
      Iterator<PreparedStatement> oldest = statements.values().iterator();
      oldest.next().close();
      oldest.remove();
    }
    return statement;
  }

  private void set(PreparedStatement statement, @Nullable Object... arguments) throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      Object argument = arguments[i];
      statement.setObject(
          i + 1, argument instanceof IdList ids ? dialect.bind(connection, ids) : argument);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
