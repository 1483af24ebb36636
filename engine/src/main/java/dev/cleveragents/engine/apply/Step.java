package dev.cleveragents.engine.apply;

/** The points of an apply at which tests stop it; in the order they are reached. */
enum Step {
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

  /** Hears of each step as it is reached. What it throws ends the apply there. */
  @FunctionalInterface
  interface Listener {

    Listener NONE = _ -> {};

    void reached(Step step);
  }
}
