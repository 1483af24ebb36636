package dev.cleveragents.engine.audit;

/** What {@link AuditLog#verify} found. */
public sealed interface Verdict {

  /** Of a log in which nothing was written yet. */
  static Verdict ofNothing() {
    return new Sound(0, Chain.START);
  }

  /**
   * Every entry is as it was written.
   *
   * @param hash of the last one; kept somewhere else it proves later that nothing was rewritten
   */
  record Sound(long entries, String hash) implements Verdict {}

  /**
   * Something was changed from outside.
   *
   * @param position the first entry that is not as it was written
   */
  record Broken(long position, String why) implements Verdict {}

  default boolean isSound() {
    return this instanceof Sound;
  }
}
