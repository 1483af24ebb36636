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
 * Starts jobs. One claiming transaction at a time, over all processes, which makes key limits
 * exact; short, and on a lane of its own, so that it waits only for the commit of another claim or
 * of an enqueue that takes keys.
 */
record BatchedClaims(MoveContext context, RunningFloors running)
    implements BatchedWork<BatchedClaims.ClaimRequest, BatchedClaims.ClaimAnswer> {

  /** What a session asks for. */
  record ClaimRequest(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {}

  /** What a session gets, and what the claim has learnt on the way. */
  record ClaimAnswer(ClaimResult result, ReadyFloors.Reached reached) {}

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
