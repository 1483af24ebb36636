package dev.cleveragents.store;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that reads.
 *
 * @param sql its text, with the marks that {@code Dialect} explains
 * @param reader what becomes of a row
 * @param arguments as {@link Transaction} takes them
 */
public record Query<T>(String sql, RowReader<T> reader, List<@Nullable Object> arguments) {

  public Query {
    arguments = Collections.unmodifiableList(arguments);
  }

  public static <T> Query<T> of(String sql, RowReader<T> reader, @Nullable Object... arguments) {
    return new Query<>(sql, reader, Arrays.asList(arguments));
  }
}
