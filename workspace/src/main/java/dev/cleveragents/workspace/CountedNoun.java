package dev.cleveragents.workspace;

/** How many there are of something, in words for people. */
public final class CountedNoun {

  private CountedNoun() {}

  /** As in {@code 1 file} and {@code 2 files}. */
  public static String of(long count, String one) {
    return count + " " + one + (count == 1 ? "" : "s");
  }
}
