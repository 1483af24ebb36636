package dev.cleveragents.store;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a value of one row of a result. */
@FunctionalInterface
public interface RowReader<T> {

  /** Reads the row the result stands on; must not move it. */
  T read(ResultSet row) throws SQLException;
}
