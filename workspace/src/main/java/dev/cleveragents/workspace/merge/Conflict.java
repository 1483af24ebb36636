package dev.cleveragents.workspace.merge;

import java.util.List;

/**
 * A path that could not be merged.
 *
 * @param base the version before all children; the merged tree holds it while the conflict is open.
 *     Where a file was renamed, it is the version that the file had under its old name
 * @param sides the versions that do not go together, in the order of the merge; at least two. The
 *     first is what the children before had made of the path together
 * @param related the other paths of the same rename; a side that is chosen for one of them is
 *     chosen for all
 * @param hunks the lines that conflict; empty unless all versions are text
 */
public record Conflict(
    String path,
    Kind kind,
    FileVersion base,
    List<Side> sides,
    List<String> related,
    List<ConflictHunk> hunks) {

  /** How the versions differ. */
  public enum Kind {
    /** Changed differently in the same place. */
    CONTENT,
    /** Deleted by one and changed by another. */
    DELETE_MODIFY,
    /** Added with different contents, or as a file by one and as a directory by another. */
    ADD_ADD,
    /** Renamed by one; renamed otherwise, deleted or replaced by another. */
    RENAME,
    /** Of different types, such as a file and a link. */
    MODE,
    /** Changed differently in a file without lines, or in a submodule. */
    BINARY
  }

  /**
   * One version, and who made it.
   *
   * @param children by position; several if their changes were merged or are the same
   */
  public record Side(List<String> children, FileVersion version) {

    public Side {
      children = List.copyOf(children);
    }
  }

  public Conflict {
    sides = List.copyOf(sides);
    related = List.copyOf(related);
    hunks = List.copyOf(hunks);
  }

  Conflict withHunks(List<ConflictHunk> lines) {
    return new Conflict(path, kind, base, sides, related, lines);
  }

  /** The children of all sides. */
  public List<String> children() {
    return sides.stream().flatMap(side -> side.children().stream()).distinct().toList();
  }
}
