package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.SessionId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The common successes of a transaction: jobs without keys, claimed by this process, with no other
 * move in the same transaction. Only a cancel request changes a running job, so these rows need not
 * be read: one statement ends all that still run under leases of one number and session and have no
 * cancel request.
 */
record BatchedSuccesses(Map<Fence, Map<JobId, AsyncJob>> jobs) {

  /** The part of a lease that many jobs share. */
  record Fence(SessionId session, long lease) {}

  static BatchedSuccesses of(Iterable<MoveRequest> requests) {
    Set<JobId> seen = new HashSet<>();
    Set<JobId> twice = new HashSet<>();
    for (MoveRequest request : requests) {
      JobId job = request.job();
      if (job != null && !seen.add(job)) {
        twice.add(job);
      }
    }
    Map<Fence, Map<JobId, AsyncJob>> jobs = new LinkedHashMap<>();
    for (MoveRequest request : requests) {
      if (request instanceof MoveRequest.Finish finish && isPlain(finish)) {
        Lease lease = finish.lease();
        if (!twice.contains(lease.job())) {
          jobs.computeIfAbsent(new Fence(lease.session(), lease.number()), it -> new HashMap<>())
              .put(lease.job(), finish.claimed());
        }
      }
    }
    return new BatchedSuccesses(jobs);
  }

  private static boolean isPlain(MoveRequest.Finish finish) {
    return finish.outcome() instanceof RunOutcome.Succeeded
        && finish.claimed() != null
        && finish.claimed().spec().keys().isEmpty();
  }
}
