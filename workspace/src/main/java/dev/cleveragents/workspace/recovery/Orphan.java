package dev.cleveragents.workspace.recovery;

import dev.cleveragents.workspace.NextAction;
import org.jspecify.annotations.Nullable;

/**
 * Something of ours that was found lying around.
 *
 * @param what its name: an id, a path, a ref
 * @param why what it is, and why it goes or stays
 * @param next what a person can do about one that stays, or null
 */
public record Orphan(Kind kind, String what, Fate fate, String why, @Nullable NextAction next) {

  /** The kind of leftover. */
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

  /** Whether it is cleared or kept. */
  public enum Fate {
    /** It would go if clearing were asked for. */
    TO_CLEAR,
    /** It is gone now. */
    CLEARED,
    /** It stays. */
    KEPT
  }

  public static Orphan clearable(Kind kind, String what, String why) {
    return new Orphan(kind, what, Fate.TO_CLEAR, why, null);
  }

  public static Orphan kept(Kind kind, String what, String why, @Nullable NextAction next) {
    return new Orphan(kind, what, Fate.KEPT, why, next);
  }

  public Orphan cleared(String how) {
    return new Orphan(kind, what, Fate.CLEARED, how, null);
  }

  public Orphan keptBecause(String trouble) {
    return new Orphan(kind, what, Fate.KEPT, why + "; could not be cleared: " + trouble, null);
  }
}
