package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import java.util.List;

/**
 * A piece of a file that a search found.
 *
 * @param path the file
 * @param symbol the qualified name of what the piece shows, or empty
 * @param lines where it is
 * @param score the higher the better; comparable within one search
 * @param terms which of the words looked for are in it, its path or its names, as they were
 *     indexed, in the order of the query
 */
public record Hit(String path, String symbol, LineRange lines, float score, List<String> terms) {

  /** Takes a copy. */
  public Hit {
    terms = List.copyOf(terms);
  }
}
