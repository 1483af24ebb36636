package dev.cleveragents.store.sql;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that writes, ready to run.
 *
 * @param sql its text
 * @param arguments one for each question mark
 */
public record SqlStatement(String sql, List<@Nullable Object> arguments) {

  public SqlStatement {
    arguments = Collections.unmodifiableList(arguments);
  }
}
