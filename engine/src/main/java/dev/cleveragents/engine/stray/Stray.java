package dev.cleveragents.engine.stray;

import org.jspecify.annotations.Nullable;

/**
 * Something of ours that was found lying around.
 *
 * @param what its name: an id, a path, a ref
 * @param why what it is, and why it goes or stays
 * @param command what a person can do about one that stays, or null
 */
public record Stray(Kind kind, String what, Fate fate, String why, @Nullable String command) {

  /** What it is. */
  public enum Kind {
    WORKER,
    PROCESSES,
    APPLY,
    COPY,
    FOLDER,
    REF,
    LOCK,
    TEMPORARY
  }

  /** What becomes of it. */
  public enum Fate {
    /** It would go if clearing were asked for. */
    TO_CLEAR,
    /** It is gone now. */
    CLEARED,
    /** It stays. */
    KEPT
  }

  static Stray clearable(Kind kind, String what, String why) {
    return new Stray(kind, what, Fate.TO_CLEAR, why, null);
  }

  static Stray kept(Kind kind, String what, String why, @Nullable String command) {
    return new Stray(kind, what, Fate.KEPT, why, command);
  }

  Stray cleared(String how) {
    return new Stray(kind, what, Fate.CLEARED, how, null);
  }

  Stray keptBecause(String trouble) {
    return new Stray(kind, what, Fate.KEPT, why + "; could not be cleared: " + trouble, null);
  }
}
