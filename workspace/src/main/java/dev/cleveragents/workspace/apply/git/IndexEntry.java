package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.TreeChange;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * One entry of git's index.
 *
 * @param tag how git shows its flags: lower case if the user wants it taken for unchanged, {@code
 *     S} if it is not in the work tree (sparse checkout)
 * @param stage other than 0 while a merge is unresolved
 */
record IndexEntry(char tag, String mode, String blob, String stage) {

  boolean isOutsideWorkTree() {
    return Character.toUpperCase(tag) == 'S';
  }

  boolean isTakenForUnchanged() {
    return Character.isLowerCase(tag);
  }

  boolean isOld(TreeChange change) {
    return stage.equals("0") && change.before().equals(new TreeChange.Side(mode, blob));
  }

  /**
   * Reads what {@code git ls-files -v -s -z} says, by path; of an unresolved one the last. Leaves
   * out names that are no UTF-8.
   */
  static NavigableMap<String, IndexEntry> read(byte[] raw) {
    NavigableMap<String, IndexEntry> entries = new TreeMap<>();
    for (String line : Git.splitReadable(raw)) {
      // H 100644 <blob> 0<tab>path
      int tab = line.indexOf('\t');
      String[] facts = line.substring(0, tab).split(" ", -1);
      entries.put(
          line.substring(tab + 1),
          new IndexEntry(facts[0].charAt(0), facts[1], facts[2], facts[3]));
    }
    return entries;
  }
}
