package dev.cleveragents.bench.durable;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Fills our tables quickly: a row that the store itself has written is copied within SQL. */
final class TableFiller {

  private TableFiller() {}

  /** Adds this many copies of the row of this id, each with an id of its own. */
  static void copy(String url, String table, String id, int copies) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      String columns = String.join(", ", columnsBesideId(statement, table));
      // A ULID has 26 characters; the last ten may be any digits.
      statement.execute(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
          INSERT INTO %s (id, %s)
          SELECT substr(id, 1, 16) || (1000000000 + n.i), %s
          FROM %s CROSS JOIN n WHERE id = '%s'
          """
              .formatted(copies, table, columns, columns, table, id));
      settle(statement, url);
    }
  }

  /** Leaves nothing of the filling to be done during the measurement. */
  private static void settle(Statement statement, String url) throws SQLException {
    if (url.startsWith("jdbc:sqlite:")) {
      statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } else {
      statement.execute("VACUUM ANALYZE");
      statement.execute("CHECKPOINT");
    }
  }

  private static List<String> columnsBesideId(Statement statement, String table)
      throws SQLException {
    List<String> columns = new ArrayList<>();
    try (var none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
      ResultSetMetaData meta = none.getMetaData();
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        if (!meta.getColumnName(i).equals("id")) {
          columns.add(meta.getColumnName(i));
        }
      }
    }
    return columns;
  }
}
