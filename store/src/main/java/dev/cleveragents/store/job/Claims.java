package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Starts jobs. One claiming transaction at a time, over all processes, which makes key limits
 * exact; short, and on a lane of its own, so that it waits for nobody's commit but another claim's.
 */
record Claims(Context context) implements Work<Claims.Wanted, ClaimResult> {

  /** What a session asks for. */
  record Wanted(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {}

  @Override
  public Track track() {
    return Track.CLAIMS;
  }

  @Override
  public List<ClaimResult> run(Transaction transaction, List<Wanted> claims) {
    List<ClaimResult> results = new ArrayList<>(claims.size());
    for (Wanted wanted : claims) {
      results.add(new Claim(transaction, context, wanted).make());
    }
    return results;
  }
}
