package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Data;
import java.time.Duration;
import java.util.List;

/** What a command may do with the person at the other end before it has its answer. */
public interface Dialogue {

  /** Says how it goes; heard by people only, not by programs. Any thread may call it. */
  void say(String line);

  /**
   * Tells a program what has just happened: a line of JSON, before the answer; heard where the
   * format is JSON, and nowhere else. Any thread may call it. For commands that go on until they
   * are interrupted: their answer would come when nobody needs it any more.
   */
  void news(Data event);

  /**
   * Shows what goes on at this moment, below everything that was said, in lines that the next ones
   * take the place of; on a terminal only. None take them away.
   */
  void show(List<String> lines);

  /** The same in one line; an empty one takes it away. */
  default void show(String now) {
    show(now.isEmpty() ? List.of() : List.of(now));
  }

  /** Whether what is shown is seen. */
  boolean isLive();

  /** Whether there is somebody to ask: a person at a terminal, with a format for people. */
  boolean canAsk();

  /** Asks and waits for a line; empty if nobody answered. */
  String ask(String question);

  /** From now on an interrupt leaves the command so much time to end in order. */
  void allow(Duration patience);
}
