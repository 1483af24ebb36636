package dev.cleveragents.cli.command;

import java.time.Duration;

/** What a command may do with the person at the other end before it has its answer. */
public interface Dialogue {

  /** Says how it goes; heard by people only, not by programs. Any thread may call it. */
  void say(String line);

  /**
   * Shows what goes on at this moment, in a line that the next one takes the place of; on a
   * terminal only. An empty one takes it away.
   */
  void show(String now);

  /** Whether there is somebody to ask: a person at a terminal, with a format for people. */
  boolean canAsk();

  /** Asks and waits for a line; empty if nobody answered. */
  String ask(String question);

  /** From now on an interrupt leaves the command so much time to end in order. */
  void allow(Duration patience);
}
