package dev.cleveragents.store.sql;

import java.util.List;

/**
 * A list of identifiers as one argument of a statement, where its text says {@code {ids}}.
 *
 * @param values the identifiers
 */
public record IdList(List<String> values) {

  public IdList {
    values = List.copyOf(values);
  }

  /** As a JSON array, for SQLite. */
  public String toJson() {
    return JsonText.arrayOf(values);
  }
}
