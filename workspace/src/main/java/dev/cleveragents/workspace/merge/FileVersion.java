package dev.cleveragents.workspace.merge;

import dev.cleveragents.exec.git.TreeChange;

/**
 * What a tree has at a path.
 *
 * @param mode six octal digits as git has them, all zero where the tree has nothing
 * @param object git's id of the contents
 */
public record FileVersion(String mode, String object) {

  static final String NO_MODE = "000000";
  static final String DIRECTORY = "040000";
  static final String SUBMODULE = "160000";
  static final String SYMLINK = "120000";

  /** Nothing is there. */
  public static final FileVersion NONE = new FileVersion(NO_MODE, "");

  static FileVersion of(TreeChange.Side side) {
    return side.isThere() ? new FileVersion(side.mode(), side.object()) : NONE;
  }

  /** Whether the tree has something at the path. */
  public boolean isThere() {
    return !mode.equals(NO_MODE);
  }

  /** Whether the tree has a directory at the path; the object is a tree then. */
  public boolean isDirectory() {
    return mode.equals(DIRECTORY);
  }

  /** Whether the object holds the contents of a file or the target of a link. */
  public boolean hasContents() {
    return isThere() && !isDirectory() && !mode.equals(SUBMODULE);
  }

  /** Whether it is a file, executable or not. */
  boolean isFile() {
    return hasContents() && !mode.equals(SYMLINK);
  }
}
