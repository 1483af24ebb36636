package dev.cleveragents.exec.git;

import java.util.ArrayList;
import java.util.List;

/**
 * A change of one path between two trees, or a tree and the index, as git prints it with {@code
 * --raw -z}.
 *
 * @param from the path before; differs from {@code path} only if git was asked to detect moves
 * @param path the path after
 */
public record TreeChange(Side before, Side after, String from, String path) {

  private static final String NOTHING = "000000";
  private static final String SUBMODULE = "160000";

  /**
   * One of the two trees at that path.
   *
   * @param mode six octal digits, all zero where the tree has nothing
   * @param object git's id of the contents
   */
  public record Side(String mode, String object) {

    /** Whether the tree has something there. */
    public boolean isThere() {
      return !mode.equals(NOTHING);
    }
  }

  /** Whether only the tree after has the path. */
  public boolean creates() {
    return !before.isThere();
  }

  /** Whether only the tree before has the path. */
  public boolean deletes() {
    return !after.isThere();
  }

  /** Whether a submodule is there before or after. */
  public boolean touchesSubmodule() {
    return before.mode.equals(SUBMODULE) || after.mode.equals(SUBMODULE);
  }

  /**
   * Reads what git printed.
   *
   * @throws GitException if the name of a file is not UTF-8
   */
  public static List<TreeChange> parse(byte[] output) {
    return parse(Git.split(output));
  }

  /** The same, with a replacement character for what is not UTF-8 in a name. */
  public static List<TreeChange> parseLeniently(byte[] output) {
    return parse(Git.splitLeniently(output));
  }

  private static List<TreeChange> parse(List<String> items) {
    List<TreeChange> changes = new ArrayList<>();
    for (int i = 0; i + 1 < items.size(); ) {
      // :100644 100755 <object> <object> M
      String[] fields = items.get(i++).substring(1).split(" ", -1);
      String from = items.get(i++);
      boolean moved = fields[4].startsWith("R");
      changes.add(
          new TreeChange(
              new Side(fields[0], fields[2]),
              new Side(fields[1], fields[3]),
              from,
              moved ? items.get(i++) : from));
    }
    return changes;
  }
}
