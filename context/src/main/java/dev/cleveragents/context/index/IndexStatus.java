package dev.cleveragents.context.index;

import dev.cleveragents.context.index.parse.FileParser;
import java.util.Map;
import java.util.Optional;

/**
 * What an index holds.
 *
 * @param generation raised by every change that readers see; 0 before the first
 * @param tree the id of the tree it holds; empty before the first
 * @param files how many files can be found
 * @param chunks in how many pieces
 * @param bytes how long these files are together
 * @param skipped what is in the tree and not in the index
 * @param syntax how far the syntax is known
 * @param bytesOnDisk how much room it takes, an unfinished update included
 * @param unfinished whether an update was begun and has not ended; the next one continues it from
 *     there
 * @param trouble why nothing can be read, if so; the next update makes it new
 */
public record IndexStatus(
    long generation,
    String tree,
    int files,
    int chunks,
    long bytes,
    Map<SkipReason, Integer> skipped,
    Coverage syntax,
    long bytesOnDisk,
    boolean unfinished,
    Optional<String> trouble) {

  /** Takes a copy. */
  public IndexStatus {
    skipped = Map.copyOf(skipped);
  }

  /**
   * How far the syntax is known.
   *
   * @param read how many files a {@link FileParser} has been asked about
   * @param bySyntax how many of those a parser could read
   * @param files how many there are
   */
  public record Coverage(int read, int bySyntax, int files) {

    /** From 0 to 1; 1 if there is no file. */
    public double share() {
      return files == 0 ? 1 : (double) read / files;
    }
  }
}
