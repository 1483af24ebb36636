package dev.cleveragents.cli.command;

import java.time.Duration;
import java.util.List;

/** Talks with the user, or with a program, while a command runs. */
public interface Dialogue {

  /** Prints a line of progress for users, in the formats for users only. Any thread may call it. */
  void say(String line);

  /** Whether users see what {@link #say} prints; programs do not. */
  default boolean reachesUser() {
    return true;
  }

  /** Prints a diff for users, as it is, with the colours of git on a terminal. */
  default void sayDiff(String diff) {
    diff.lines().forEach(this::say);
  }

  /**
   * Shows the current state below all other output, on a terminal only. Each call replaces the
   * lines of the one before; an empty list removes them.
   */
  void show(List<String> lines);

  /** The same for one line; an empty line removes it. */
  default void show(String now) {
    show(now.isEmpty() ? List.of() : List.of(now));
  }

  /** The columns of the terminal, for lines of {@link #show}; longer ones are cut. */
  default int columns() {
    return 80;
  }

  /** Whether {@link #show} shows anything. */
  boolean isLive();

  /** Whether the user can be asked: there is a terminal, and the format is one for users. */
  boolean canAsk();

  /** Asks and waits for a line; empty at the end of the input. */
  String ask(String question);

  /** Whether {@link #ask} has met the end of the input, so that all further answers are empty. */
  default boolean inputEnded() {
    return false;
  }

  /** Sets the lines that are printed if a second signal ends the process at once. */
  default void ifKilled(String lines) {}

  /** Sets the time that an interrupted command has to end in order. */
  void allow(Duration patience);
}
