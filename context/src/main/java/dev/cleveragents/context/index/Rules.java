package dev.cleveragents.context.index;

import java.util.function.Predicate;

/**
 * What of a source tree is indexed.
 *
 * @param largest the most bytes of a file
 * @param excluded says of a path whether it is left out
 * @param name another one for another {@code excluded}: by it an index notices that it was made
 *     under other rules
 */
public record Rules(long largest, Predicate<String> excluded, String name) {

  /** Files of up to 1 MiB, none left out. */
  public static final Rules STANDARD = new Rules(1024 * 1024, path -> false, "standard");

  /** Checks the size. */
  public Rules {
    if (largest < 1 || largest > SourceTree.MOST_AT_ONCE) {
      throw new IllegalArgumentException(
          "The largest file to index has 1 to %d bytes, not %d"
              .formatted(SourceTree.MOST_AT_ONCE, largest));
    }
  }

  /** The same without the paths that {@code others} says, under a name that tells them apart. */
  public Rules excluding(String othersName, Predicate<String> others) {
    return new Rules(largest, others, othersName);
  }

  /** The same with another limit. */
  public Rules withLargest(long bytes) {
    return new Rules(bytes, excluded, name);
  }

  String fingerprint() {
    return largest + "/" + name;
  }
}
