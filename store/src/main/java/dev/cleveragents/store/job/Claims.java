package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.SessionId;
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
record Claims(Context context, RunningFloors running)
    implements BatchedWork<Claims.Wanted, Claims.Made> {

  /** What a session asks for. */
  record Wanted(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {}

  /** What a session gets, and what the claim has learnt on the way. */
  record Made(ClaimResult result, ReadyFloors.Reached reached) {}

  @Override
  public Lane lane() {
    return Lane.CLAIMS;
  }

  @Override
  public List<Made> run(Transaction transaction, List<Wanted> claims) {
    List<Made> results = new ArrayList<>(claims.size());
    for (Wanted wanted : claims) {
      results.add(new Claim(transaction, context, wanted, running).make());
    }
    return results;
  }
}
