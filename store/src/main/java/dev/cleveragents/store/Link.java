package dev.cleveragents.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with the statements prepared on it. One thread's own; closed by whoever opened it.
 */
final class Link implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Link.class);
  private static final int STATEMENTS_KEPT = 200;

  private final Dialect dialect;
  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(64, 0.75f, true);

  Link(Dialect dialect, Connection connection) {
    this.dialect = dialect;
    this.connection = connection;
  }

  Connection connection() {
    return connection;
  }

  int update(String sql, @Nullable Object... arguments) throws SQLException {
    try {
      return prepared(sql, arguments).executeUpdate();
    } catch (SQLException e) {
      forget(sql);
      throw e;
    }
  }

  <T> List<T> query(String sql, RowReader<T> reader, @Nullable Object... arguments)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    try (ResultSet result = prepared(sql, arguments).executeQuery()) {
      while (result.next()) {
        rows.add(reader.read(result));
      }
    } catch (SQLException e) {
      forget(sql);
      throw e;
    }
    return Collections.unmodifiableList(rows);
  }

  /** The same statement for many rows; in PostgreSQL one message for all of them. */
  void batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
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

  /** A statement that has failed may not be used again: SQLite's driver then has closed it. */
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
          i + 1, argument instanceof Ids ids ? dialect.bind(connection, ids) : argument);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
