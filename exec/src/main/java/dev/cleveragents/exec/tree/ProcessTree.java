package dev.cleveragents.exec.tree;

import java.time.Duration;
import java.util.List;

/** All processes of one run: the program that was started and whatever came of it. */
public interface ProcessTree {

  /** Those that live now, each proven to belong to the run. */
  List<ProcessHandle> living();

  /**
   * Kills at one stroke as many as the system lets us name together, if that is sure to hit none
   * but ours.
   */
  default void killTogether() {}

  /** How often to look while the program runs, so that a later look finds what it left. */
  default Duration lookEvery() {
    return Duration.ofDays(1);
  }
}
