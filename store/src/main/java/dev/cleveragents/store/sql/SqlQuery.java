package dev.cleveragents.store.sql;

import dev.cleveragents.store.Transaction;
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
public record SqlQuery<T>(String sql, RowReader<T> reader, List<@Nullable Object> arguments) {

  public SqlQuery {
    arguments = Collections.unmodifiableList(arguments);
  }

  public static <T> SqlQuery<T> of(String sql, RowReader<T> reader, @Nullable Object... arguments) {
    return new SqlQuery<>(sql, reader, Arrays.asList(arguments));
  }
}
