package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Passes everything on; for stores that differ from another in one point. */
abstract class ForwardingJobStore implements JobStore {

  final JobStore next;

  ForwardingJobStore(JobStore next) {
    this.next = next;
  }

  @Override
  public Enqueued enqueue(JobSpec spec, Effects effects) {
    return next.enqueue(spec, effects);
  }

  @Override
  public SessionId openSession(SessionRequest request, SessionListener listener) {
    return next.openSession(request, listener);
  }

  @Override
  public ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    return next.claim(session, filter, limit, started);
  }

  @Override
  public HeartbeatReply beat(SessionId session) {
    return next.beat(session);
  }

  @Override
  public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
    return next.finish(lease, outcome, effects);
  }

  @Override
  public MoveResult requestCancel(JobId job, String reason, Effects effects) {
    return next.requestCancel(job, reason, effects);
  }

  @Override
  public List<WorkerSession> sessions() {
    return next.sessions();
  }

  @Override
  public SessionEnd endSession(SessionId session, long seenBeat) {
    return next.endSession(session, seenBeat);
  }

  @Override
  public SessionEnd closeSession(SessionId session) {
    return next.closeSession(session);
  }

  @Override
  public Optional<AsyncJob> get(JobId id) {
    return next.get(id);
  }

  @Override
  public List<AsyncJob> list(JobQuery query) {
    return next.list(query);
  }

  @Override
  public JobCounts counts() {
    return next.counts();
  }

  @Override
  public int purge(Duration age, int limit) {
    return next.purge(age, limit);
  }
}
