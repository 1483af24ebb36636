package dev.cleveragents.context;

/**
 * A fragment that was found and is not in the answer.
 *
 * @param fragment what was found
 * @param reason why it was left out
 * @param detail the same for a person, with numbers
 */
public record Excluded(ContextFragment fragment, Reason reason, String detail) {

  /** Why a fragment can be left out. */
  public enum Reason {
    /** The same text of the same node is there, or was. */
    DUPLICATE,
    /** Its lines went into another fragment, or another fragment has lines of it. */
    OVERLAP,
    /** The same node was found with more detail. */
    SHALLOWER,
    /** It did not fit, also with less detail. */
    NO_ROOM,
    /** There is no text in it. */
    EMPTY
  }
}
