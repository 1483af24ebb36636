package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.store.SessionListener;

/** A session that is told and does nothing. */
public final class SilentListener implements SessionListener {

  @Override
  public void workAvailable() {}

  @Override
  public void cancelRequested(Lease lease, String reason) {}
}
