package dev.cleveragents.workspace.merge;

import java.util.List;

/**
 * Lines that the sides of a conflict changed differently.
 *
 * @param line the number of the first line in the base, from 1; where it has none there, of the
 *     line before which the sides added theirs
 * @param base the lines of the base, without their line feeds
 * @param sides the lines of each side of the conflict, in its order
 */
public record ConflictHunk(int line, List<String> base, List<List<String>> sides) {

  public ConflictHunk {
    base = List.copyOf(base);
    sides = sides.stream().map(List::copyOf).toList();
  }
}
