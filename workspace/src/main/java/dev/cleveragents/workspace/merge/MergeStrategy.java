package dev.cleveragents.workspace.merge;

/** What a merge makes of changes that conflict. */
public enum MergeStrategy {
  /** The path keeps the version of the base, and the conflict stays open. */
  GIT_THREE_WAY,
  /** A conflict anywhere leaves the whole tree as the base is; all conflicts are reported. */
  FAIL_ON_CONFLICT,
  /** The later child's version of the path is taken; the conflict is recorded with both sides. */
  LAST_WINS
}
