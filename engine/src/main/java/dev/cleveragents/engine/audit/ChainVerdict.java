package dev.cleveragents.engine.audit;

/** The result of {@link AuditLog#verify}. */
public sealed interface ChainVerdict {

  /** The result for an empty log. */
  static ChainVerdict ofNothing() {
    return new Sound(0, HashChain.START, 0, false);
  }

  /**
   * Every entry is unchanged.
   *
   * @param hash of the last entry; a copy kept elsewhere proves later that the log was not
   *     rewritten
   * @param unsealed how many of the first entries are from before the key: only their hashes agree
   * @param marked whether the home has a mark of the log; without one, a cut end is not noticed
   */
  record Sound(long entries, String hash, long unsealed, boolean marked) implements ChainVerdict {}

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
