package dev.cleveragents.kernel.worker;

/** The life cycle of a worker. */
public enum WorkerState {
  /** Made, not started. */
  NEW,
  /** Claims and runs jobs. */
  RUNNING,
  /** No beat was answered in time: it has stopped its bodies and claims nothing until one is. */
  FENCED,
  /** Claims nothing more and waits for its bodies. */
  CLOSING,
  /** Over. */
  CLOSED
}
