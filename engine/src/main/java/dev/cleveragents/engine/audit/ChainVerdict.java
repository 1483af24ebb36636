package dev.cleveragents.engine.audit;

/** The result of {@link AuditLog#verify}. */
public sealed interface ChainVerdict {

  /** The result for an empty log. */
  static ChainVerdict ofNothing() {
    return new Sound(0, HashChain.START);
  }

  /**
   * Every entry is unchanged.
   *
   * @param hash of the last entry; a copy kept elsewhere proves later that the log was not
   *     rewritten
   */
  record Sound(long entries, String hash) implements ChainVerdict {}

  /**
   * The log was changed from outside.
   *
   * @param position the first entry that was changed
   */
  record Broken(long position, String why) implements ChainVerdict {}

  default boolean isSound() {
    return this instanceof Sound;
  }
}
