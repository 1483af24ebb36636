package dev.cleveragents.store.sql;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that reads.
 *
 * @param sql its text, with the marks that {@code Dialect} explains
 * @param reader maps a row to a value
 * @param arguments as {@code Transaction} takes them
 */
public record SqlQuery<T>(String sql, RowReader<T> reader, List<@Nullable Object> arguments) {

  public SqlQuery {
    arguments = Collections.unmodifiableList(arguments);
  }

  public static <T> SqlQuery<T> of(String sql, RowReader<T> reader, @Nullable Object... arguments) {
    return new SqlQuery<>(sql, reader, Arrays.asList(arguments));
  }

  /** The rows of two results. */
  public record Both<A, B>(List<A> first, List<B> second) {}
}
