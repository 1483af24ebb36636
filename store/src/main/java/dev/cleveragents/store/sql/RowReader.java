package dev.cleveragents.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Function;

/** Makes a value of one row of a result; for most types there is {@link RowMapper}. */
@FunctionalInterface
public interface RowReader<T> {

  /** Reads the current row of the result; must not move it. */
  T read(ResultSet row) throws SQLException;

  /** A reader for the rows of this result, called once before its first row. */
  default RowReader<T> on(ResultSet result) throws SQLException {
    return this;
  }

  /** Reads what this reads and changes it so. */
  default <U> RowReader<U> then(Function<? super T, ? extends U> change) {
    RowReader<T> first = this;
    return new RowReader<>() {
      @Override
      public U read(ResultSet row) throws SQLException {
        return change.apply(first.read(row));
      }

      @Override
      public RowReader<U> on(ResultSet result) throws SQLException {
        RowReader<T> bound = first.on(result);
        return row -> change.apply(bound.read(row));
      }
    };
  }
}
