package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Lease;

/**
 * One run of a body under one lease. Cancelling asks it to end. Abandoning means that its end need
 * not be reported, because the lease is over or was released in its place. Both are one-shot
 * tokens.
 */
final class JobRun {

  private final AsyncJob job;
  private final Lease lease;
  private final CancellationSource work = new CancellationSource();
  private final CancellationSource report = new CancellationSource();

  JobRun(AsyncJob job) {
    this.job = job;
    this.lease = job.lease();
  }

  AsyncJob job() {
    return job;
  }

  Lease lease() {
    return lease;
  }

  CancellationToken token() {
    return work.token();
  }

  CancellationToken abandoned() {
    return report.token();
  }

  void cancel(CancellationCause cause) {
    work.cancel(cause);
  }

  void abandon(CancellationCause cause) {
    report.cancel(cause);
    work.cancel(cause);
  }
}
