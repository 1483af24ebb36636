package dev.cleveragents.store;

import java.util.List;

/**
 * A list of identifiers as one argument of a statement, where its text says {@code {ids}}.
 *
 * @param values the identifiers
 */
public record Ids(List<String> values) {

  public Ids {
    values = List.copyOf(values);
  }
}
