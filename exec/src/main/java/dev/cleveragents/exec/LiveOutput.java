package dev.cleveragents.exec;

/**
 * Hears what a program writes while it runs, all of it, also what is too much to keep. The calls of
 * one run come one after another, from a thread of that run. One that takes long holds the program
 * up, not its deadline. After it has thrown it is not called again for that run; the run continues.
 */
@FunctionalInterface
public interface LiveOutput {

  /** Hears nothing. */
  LiveOutput NONE = (_, _) -> {};

  /** The program has written these bytes; the array is the listener's to keep. */
  void received(OutputChannel channel, byte[] bytes);

  /** There will be no more. */
  default void ended() {}
}
