package dev.cleveragents.workspace.apply.request;

/** The points of an apply at which tests stop it; in the order they are reached. */
public enum ApplyStep {
  JOURNAL_STORED,
  DIRECTORY_MADE,
  COMMIT_MADE,
  LOCKED,
  HEAD_HELD,
  BRANCH_HELD,
  STAGED,
  COMMITTED,
  FOLDERS_CHECKED,
  FILE_TAKEN_OUT,
  FILE_PUT_IN,
  FILES_SWAPPED,
  REF_LOGGED,
  REF_MOVED,
  INDEX_REPLACED,
  UNLOCKED,
  FINISHED,
  CLEARED;

  /** Called at each step as it is reached. An exception that it throws ends the apply there. */
  @FunctionalInterface
  public interface Listener {

    Listener NONE = _ -> {};

    void reached(ApplyStep step);
  }
}
