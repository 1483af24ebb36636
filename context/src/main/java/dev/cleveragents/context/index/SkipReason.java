package dev.cleveragents.context.index;

/** Why something in a source tree is not in the index. */
public enum SkipReason {
  /** In a folder that holds what tools bring or make, such as {@code node_modules}. */
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
  /** Has a NUL byte. */
  BINARY,
  /** Not UTF-8. */
  NOT_TEXT,
  /** Its name is not UTF-8. */
  NAME,
  /** Listed, but its content cannot be read. */
  UNREADABLE
}
