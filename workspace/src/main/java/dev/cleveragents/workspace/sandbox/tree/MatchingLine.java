package dev.cleveragents.workspace.sandbox.tree;

import java.util.List;

/**
 * A line of a file that a search has found.
 *
 * @param number the first line is 1
 */
public record MatchingLine(String path, int number, String text) {

  /** Reads what {@code git grep -n -z} prints. */
  static List<MatchingLine> parse(String printed) {
    return printed
        .lines()
        .map(line -> line.split("\0", 3))
        .filter(parts -> parts.length == 3)
        .map(parts -> new MatchingLine(parts[0], Integer.parseInt(parts[1]), parts[2]))
        .toList();
  }
}
