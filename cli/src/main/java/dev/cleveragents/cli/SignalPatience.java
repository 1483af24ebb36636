package dev.cleveragents.cli;

import java.time.Duration;

/** Receives what happens if the process is asked to end. */
interface SignalPatience {

  /** Sets the time that an interrupted command has to end in order. */
  void allow(Duration time);

  /** Sets the lines that are printed if a second signal ends the process at once. */
  default void ifKilled(String lines) {}
}
