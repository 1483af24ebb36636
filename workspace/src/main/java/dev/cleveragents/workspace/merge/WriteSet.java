package dev.cleveragents.workspace.merge;

import dev.cleveragents.exec.git.TreeChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The paths in which a tree differs from another, without looking for renames.
 *
 * @param changes by path
 * @param removedDirectories the directories of the tree before that are not in the tree after
 */
record WriteSet(NavigableMap<String, Entry> changes, Set<String> removedDirectories) {

  /** Options of {@code diff-tree} for {@link #read}. */
  static final List<String> DIFF =
      List.of("diff-tree", "--stdin", "-r", "-t", "--raw", "-z", "--no-renames", "--no-abbrev");

  /** One path before and after. */
  record Entry(FileVersion before, FileVersion after) {}

  static WriteSet empty() {
    return new WriteSet(new TreeMap<>(), new TreeSet<>());
  }

  /** Whether a path is in the tree after only. */
  boolean creates() {
    return changes.values().stream().anyMatch(entry -> !entry.before().isThere());
  }

  /** Whether a path is in the tree before only. */
  boolean deletes() {
    return changes.values().stream().anyMatch(entry -> !entry.after().isThere());
  }

  /** One line of two trees for each comparison. */
  static byte[] pairs(List<String> beforeAndAfter) {
    return (String.join("\n", beforeAndAfter) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Reads the comparisons of {@code diff-tree --stdin}: a line with both trees before each. */
  static List<WriteSet> read(byte[] output) {
    List<WriteSet> all = new ArrayList<>();
    int at = 0;
    while (at < output.length) {
      int line = at;
      while (output[line] != '\n') {
        line++;
      }
      int end = line + 1;
      while (end < output.length && output[end] == ':') {
        end = afterZero(output, afterZero(output, end));
      }
      all.add(of(TreeChange.parse(Arrays.copyOfRange(output, line + 1, end))));
      at = end;
    }
    return all;
  }

  private static int afterZero(byte[] output, int from) {
    int at = from;
    while (output[at] != 0) {
      at++;
    }
    return at + 1;
  }

  private static WriteSet of(List<TreeChange> changes) {
    WriteSet set = empty();
    for (TreeChange change : changes) {
      FileVersion before = FileVersion.of(change.before());
      FileVersion after = FileVersion.of(change.after());
      if (before.isDirectory() && !after.isDirectory()) {
        set.removedDirectories.add(change.path());
      }
      Entry entry = new Entry(withoutDirectory(before), withoutDirectory(after));
      if (!entry.before().equals(entry.after())) {
        set.changes.put(change.path(), entry);
      }
    }
    return set;
  }

  /** The files of a directory are entries of their own. */
  private static FileVersion withoutDirectory(FileVersion version) {
    return version.isDirectory() ? FileVersion.NONE : version;
  }

  /** The lines that {@code update-index -z --index-info} reads, deletions first. */
  static byte[] indexInfo(NavigableMap<String, FileVersion> versions, String someId) {
    StringBuilder lines = new StringBuilder();
    String none = "0".repeat(someId.length());
    versions.forEach(
        (path, version) -> {
          if (!version.isThere()) {
            lines.append("0 ").append(none).append('\t').append(path).append('\0');
          }
        });
    versions.forEach(
        (path, version) -> {
          if (version.isThere()) {
            lines.append(version.mode()).append(' ').append(version.object());
            lines.append('\t').append(path).append('\0');
          }
        });
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The same path and everything below it. */
  static <T> void removeAtAndBelow(NavigableMap<String, T> map, String path) {
    map.remove(path);
    below(map, path).clear();
  }

  /** What is below a path; the character after a slash ends the range. */
  static <T> NavigableMap<String, T> below(NavigableMap<String, T> map, String path) {
    return map.subMap(path + "/", true, path + "0", false);
  }
}
