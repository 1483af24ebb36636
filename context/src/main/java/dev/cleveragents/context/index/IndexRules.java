package dev.cleveragents.context.index;

/**
 * What of a source tree is indexed.
 *
 * @param largest the most bytes of a file
 * @param cleaning what is done to a text before anything of it is kept; the number of lines stays
 * @param name another one for another {@code cleaning}: by it an index notices that it was made
 *     under other rules
 */
public record IndexRules(long largest, Cleaning cleaning, String name) {

  /** Takes out of a file what must not be kept. */
  @FunctionalInterface
  public interface Cleaning {

    /** The text of the file at that path, with as many lines. */
    String clean(String path, String text);
  }

  /** Files of up to 1 MiB. */
  public static final IndexRules STANDARD =
      new IndexRules(1024 * 1024, (path, text) -> text, "standard");

  /** The same with texts cleaned, under a name that tells the cleaning apart. */
  public IndexRules cleaning(String cleaningName, Cleaning other) {
    return new IndexRules(largest, other, name + "/" + cleaningName);
  }

  String fingerprint() {
    return largest + "/" + name;
  }
}
