package dev.cleveragents.workspace;

/** How many there are of something, in words for people. */
public final class CountedNoun {

  private CountedNoun() {}

  /** As in {@code 1 file}, {@code 2 files} and {@code 2 sandboxes}. */
  public static String of(long count, String one) {
    String many = one.endsWith("x") || one.endsWith("s") ? one + "es" : one + "s";
    return count + " " + (count == 1 ? one : many);
  }
}
