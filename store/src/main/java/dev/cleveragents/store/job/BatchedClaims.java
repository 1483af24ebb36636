package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.store.BatchedWork;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Starts jobs. Only one transaction of all processes claims at a time, which makes key limits
 * exact. It is short and has its own lane, so that it waits only for the commit of another claim or
 * of an enqueue with keys.
 */
record BatchedClaims(MoveContext context, RunningStartBounds running)
    implements BatchedWork<BatchedClaims.ClaimRequest, BatchedClaims.ClaimAnswer> {

  /** The claim of one session. */
  record ClaimRequest(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {}

  /** The answer to the session, and the ranks up to which no ready job is left. */
  record ClaimAnswer(ClaimResult result, ReadyRankBounds.Reached reached) {}

  @Override
  public Lane lane() {
    return Lane.CLAIMS;
  }

  @Override
  public List<ClaimAnswer> run(Transaction transaction, List<ClaimRequest> claims) {
    List<ClaimAnswer> results = new ArrayList<>(claims.size());
    for (ClaimRequest request : claims) {
      results.add(new JobClaimer(transaction, context, request, running).claim());
    }
    return results;
  }
}
