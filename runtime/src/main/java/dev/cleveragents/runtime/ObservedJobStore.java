package dev.cleveragents.runtime;

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

/** Decorates a store: reports claims and endings to a listener. */
record ObservedJobStore(JobStore store, WorkerListener listener) implements JobStore {

  @Override
  public ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    ClaimResult result = store.claim(session, filter, limit, started);
    if (result instanceof ClaimResult.Claimed claimed) {
      claimed.jobs().forEach(listener::started);
    }
    return result;
  }

  @Override
  public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
    MoveResult move = store.finish(lease, outcome, effects);
    listener.ended(lease, move);
    return move;
  }

  @Override
  public Enqueued enqueue(JobSpec spec, Effects effects) {
    return store.enqueue(spec, effects);
  }

  @Override
  public SessionId openSession(SessionRequest request, SessionListener sessionListener) {
    return store.openSession(request, sessionListener);
  }

  @Override
  public HeartbeatReply beat(SessionId session) {
    return store.beat(session);
  }

  @Override
  public MoveResult requestCancel(JobId job, String reason, Effects effects) {
    return store.requestCancel(job, reason, effects);
  }

  @Override
  public List<WorkerSession> sessions() {
    return store.sessions();
  }

  @Override
  public SessionEnd endSession(SessionId session, long seenBeat) {
    return store.endSession(session, seenBeat);
  }

  @Override
  public SessionEnd closeSession(SessionId session) {
    return store.closeSession(session);
  }

  @Override
  public Optional<AsyncJob> get(JobId id) {
    return store.get(id);
  }

  @Override
  public List<AsyncJob> list(JobQuery query) {
    return store.list(query);
  }

  @Override
  public JobCounts counts() {
    return store.counts();
  }

  @Override
  public int purge(Duration age, int limit) {
    return store.purge(age, limit);
  }
}
