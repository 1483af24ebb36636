package dev.cleveragents.kernel.simulation;

/** Which faults may happen. */
enum FaultProfile {
  /**
   * None: every message arrives, no process dies or stalls. Jobs fail and are cancelled all the
   * same.
   */
  CALM,

  /**
   * Messages are lost, hang or arrive late, workers are cut off from the store for a while, hints
   * are dropped, the wall clock jumps. Processes themselves run on without a pause.
   */
  LOSSY,

  /** All that; and workers freeze for longer than their lease, are killed, and effects throw. */
  STORM;

  boolean losesMessages() {
    return this != CALM;
  }

  boolean hurtsProcesses() {
    return this == STORM;
  }
}
