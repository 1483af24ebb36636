package dev.cleveragents.context.index;

import java.util.List;

/**
 * Words to look for.
 *
 * @param words a question or any other text
 * @param names names that matter more than the words: types, functions, files
 */
public record TextQuery(String words, List<String> names) {

  /** Takes a copy. */
  public TextQuery {
    names = List.copyOf(names);
  }
}
