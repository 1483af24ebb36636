package dev.cleveragents.runtime;

import dev.cleveragents.kernel.scope.TimerThread;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.WorkerHealthReport;

/** A worker at work, with the timer that it needs; closed in that order. */
public final class Worker implements AutoCloseable {

  private final AsyncWorker worker;
  private final TimerThread timer;

  Worker(AsyncWorker worker, TimerThread timer) {
    this.worker = worker;
    this.timer = timer;
  }

  /** How it does. */
  public WorkerHealthReport health() {
    return worker.health();
  }

  /** Drains: see {@link AsyncWorker#close}. */
  @Override
  public void close() {
    try {
      worker.close();
    } finally {
      timer.close();
    }
  }
}
