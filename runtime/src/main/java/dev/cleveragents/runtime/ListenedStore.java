package dev.cleveragents.runtime;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.BeatReply;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobCounts;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobQuery;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobStore;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.Move;
import dev.cleveragents.kernel.job.Outcome;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.job.SessionEnd;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.SessionListener;
import dev.cleveragents.kernel.job.SessionRequest;
import dev.cleveragents.kernel.job.WorkerSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A store whose claims and endings somebody hears of; everything else passes through. */
record ListenedStore(JobStore store, WorkerListener listener) implements JobStore {

  @Override
  public ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    ClaimResult result = store.claim(session, filter, limit, started);
    tell(listener, result);
    return result;
  }

  private static void tell(WorkerListener listener, ClaimResult result) {
    if (result instanceof ClaimResult.Claimed claimed) {
      claimed.jobs().forEach(listener::started);
    }
  }

  @Override
  public Move finish(Lease lease, Outcome outcome, Effects effects) {
    Move move = store.finish(lease, outcome, effects);
    listener.ended(lease, move);
    return move;
  }

  @Override
  public Enqueued enqueue(JobSpec spec, Effects effects) {
    return store.enqueue(spec, effects);
  }

  @Override
  public SessionId openSession(SessionRequest request, SessionListener sessionListener) {
    return store.openSession(request, new Listening(sessionListener, listener));
  }

  /** Hears also of what is claimed on a seat. */
  private record Listening(SessionListener session, WorkerListener listener)
      implements SessionListener {
    @Override
    public void workAvailable() {
      session.workAvailable();
    }

    @Override
    public void cancelRequested(Lease lease, String reason) {
      session.cancelRequested(lease, reason);
    }

    @Override
    public Optional<Seat> seatFor(JobSpec spec) {
      return session.seatFor(spec).map(seat -> new ListenedSeat(seat, listener));
    }
  }

  private record ListenedSeat(Seat seat, WorkerListener listener) implements Seat {
    @Override
    public SessionId session() {
      return seat.session();
    }

    @Override
    public ClaimFilter filter() {
      return seat.filter();
    }

    @Override
    public Effects started(AsyncJob job) {
      return seat.started(job);
    }

    @Override
    public void claimed(ClaimResult result) {
      try {
        tell(listener, result);
      } finally {
        seat.claimed(result);
      }
    }

    @Override
    public void left() {
      seat.left();
    }
  }

  @Override
  public BeatReply beat(SessionId session) {
    return store.beat(session);
  }

  @Override
  public Move requestCancel(JobId job, String reason, Effects effects) {
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
