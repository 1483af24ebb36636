package dev.cleveragents.context.index;

/** Why something in a source tree is not in the index. */
public enum SkipReason {
  /**
   * In a folder that holds what tools bring or make, such as {@code node_modules}, or excluded by a
   * {@code .gitignore} of a folder that is no repository.
   */
  IGNORED,
  /** A protected folder, such as {@code .git}. */
  PROTECTED,
  /** A symbolic link; what it points to is indexed where it is, if it is in the tree. */
  LINK,
  /** Another repository in this one. */
  MODULE,
  /** Neither a file nor a folder nor a link. */
  SPECIAL,
  /** More bytes than the rules allow. */
  TOO_LARGE,
  /** Has a NUL. */
  BINARY,
  /** In none of the encodings that are known. */
  NOT_TEXT,
  /** Its name is not UTF-8. */
  NAME,
  /** In the tree, but the repository does not have the blob: a partial clone, or a damaged one. */
  ABSENT,
  /** Listed, but its content cannot be read. */
  UNREADABLE
}
