package dev.cleveragents.workspace.merge;

/** What a path in conflict is to be. */
public sealed interface Resolution {

  /** The version before all children. */
  record Base() implements Resolution {}

  /**
   * One of the sides of the conflict.
   *
   * @param index from 0, in the order of the conflict
   */
  record Side(int index) implements Resolution {}

  /** What one child made of it, without what others changed. */
  record Child(String child) implements Resolution {}

  /**
   * These contents.
   *
   * @param bytes not to be changed afterwards
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Contents(byte[] bytes) implements Resolution {}

  /** Nothing is at the path. */
  record Deletion() implements Resolution {}
}
