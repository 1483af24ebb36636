package dev.cleveragents.workspace.sandbox.store;

import java.util.Set;

/**
 * How far a sandbox has come: {@code CREATED → ACTIVE → COMMITTED | ROLLED_BACK | ERRORED →
 * REMOVED}; one that could not be made goes from {@code CREATED} to {@code ERRORED}, and the work
 * of one that is {@code COMMITTED} may still be {@code ROLLED_BACK}. Between two stretches of a
 * plan, {@code ACTIVE ⇄ WAITING}; while the user edits it, {@code ACTIVE ⇄ OPENED}.
 */
public enum SandboxState {
  /** Registered; its directory is being made, or was when its owner died. */
  CREATED,
  /** Its plan works in it. */
  ACTIVE,
  /**
   * Its plan waits for an answer, and all of its work is recorded; the next worker may resume it.
   */
  WAITING,
  /**
   * The user may edit it. The next worker records the edits and resumes it; a lost owner does not
   * matter, because it has handed the directory over.
   */
  OPENED,
  /** Its work is complete and was handed on. */
  COMMITTED,
  /** Its work was given up. */
  ROLLED_BACK,
  /** It could not be made, or its owner was lost or failed; what is in it is kept. */
  ERRORED,
  /** Its directory is gone. */
  REMOVED;

  /** Whether this state may follow. */
  public boolean mayBecome(SandboxState next) {
    return nextStates().contains(next);
  }

  /** Whether no worker uses it any more. */
  public boolean isOver() {
    return this != CREATED && this != ACTIVE;
  }

  private Set<SandboxState> nextStates() {
    return switch (this) {
      case CREATED -> Set.of(ACTIVE, ERRORED);
      case ACTIVE -> Set.of(WAITING, OPENED, COMMITTED, ROLLED_BACK, ERRORED);
      case WAITING, OPENED -> Set.of(ACTIVE, ROLLED_BACK, ERRORED);
      case COMMITTED -> Set.of(ROLLED_BACK, REMOVED);
      case ROLLED_BACK, ERRORED -> Set.of(REMOVED);
      case REMOVED -> Set.of();
    };
  }
}
