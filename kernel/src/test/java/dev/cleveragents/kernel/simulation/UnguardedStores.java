package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Stores that each lack one guard, as job queues in practice do. */
final class UnguardedStores {

  private UnguardedStores() {}

  /** No fence: a job is finished by its id, by any caller. Most job queues do this. */
  static final class FinishesById extends ForwardingJobStore {
    FinishesById(JobStore next) {
      super(next);
    }

    @Override
    public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
      Lease current =
          next.get(lease.job())
              .filter(job -> job.status() == AsyncJobStatus.RUNNING)
              .map(AsyncJob::lease)
              .orElse(lease);
      return next.finish(current, outcome, effects);
    }
  }

  /** The attempt count as the fence: it repeats when a job is given back uncounted. */
  static final class FencesByAttempt extends ForwardingJobStore {
    private final Map<Lease, Integer> attemptOf = new HashMap<>();

    FencesByAttempt(JobStore next) {
      super(next);
    }

    @Override
    public ClaimResult claim(
        SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
      ClaimResult result = next.claim(session, filter, limit, started);
      if (result instanceof ClaimResult.Claimed claimed) {
        claimed.jobs().forEach(job -> attemptOf.put(job.lease(), job.attempts()));
      }
      return result;
    }

    @Override
    public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
      AsyncJob job = next.get(lease.job()).orElseThrow();
      boolean sameAttempt =
          job.status() == AsyncJobStatus.RUNNING
              && attemptOf.getOrDefault(lease, -1) == job.attempts();
      return next.finish(sameAttempt ? job.lease() : lease, outcome, effects);
    }
  }

  /** A session found dead is ended, though it may have beaten since. */
  static final class EndsEverySessionFoundDead extends ForwardingJobStore {
    EndsEverySessionFoundDead(JobStore next) {
      super(next);
    }

    @Override
    public SessionEnd endSession(SessionId session, long seenBeat) {
      long beat =
          next.sessions().stream()
              .filter(open -> open.id().equals(session))
              .mapToLong(WorkerSession::beat)
              .findFirst()
              .orElse(seenBeat);
      return next.endSession(session, beat);
    }
  }

  /**
   * Whatever its worker died of, the attempt is not counted: a job that kills workers runs again
   * and again.
   */
  static final class DeathCostsNothing extends ForwardingJobStore {
    DeathCostsNothing(JobStore next) {
      super(next);
    }

    @Override
    public SessionEnd endSession(SessionId session, long seenBeat) {
      boolean beaten =
          next.sessions().stream()
              .anyMatch(open -> open.id().equals(session) && open.beat() != seenBeat);
      return beaten ? next.endSession(session, seenBeat) : next.closeSession(session);
    }
  }

  /** A cancel is told to the owner of a running job and not stored. */
  static final class TellsCancelsOnly extends ForwardingJobStore {
    private final Map<SessionId, SessionListener> listeners = new HashMap<>();

    TellsCancelsOnly(JobStore next) {
      super(next);
    }

    @Override
    public SessionId openSession(SessionRequest request, SessionListener listener) {
      SessionId id = next.openSession(request, listener);
      listeners.put(id, listener);
      return id;
    }

    @Override
    public MoveResult requestCancel(JobId id, String reason, Effects effects) {
      AsyncJob job = next.get(id).orElseThrow();
      SessionListener owner = job.owner() == null ? null : listeners.get(job.owner());
      if (owner == null) {
        return next.requestCancel(id, reason, effects);
      }
      owner.cancelRequested(job.lease(), reason);
      return new MoveResult.Moved(job);
    }
  }

  /** A cancel is told at once, which may not arrive, and not again with the next beat. */
  static final class BeatsBringNoCancels extends ForwardingJobStore {
    BeatsBringNoCancels(JobStore next) {
      super(next);
    }

    @Override
    public HeartbeatReply beat(SessionId session) {
      return next.beat(session) instanceof HeartbeatReply.Alive alive
          ? new HeartbeatReply.Alive(alive.beat(), alive.running(), Map.of())
          : new HeartbeatReply.SessionOver();
    }
  }

  /** A claim that finds nothing is taken for a question asked again, and answered as before. */
  static final class AnswersAClaimAgain extends ForwardingJobStore {
    private final Map<SessionId, AsyncJob> handedOut = new HashMap<>();

    AnswersAClaimAgain(JobStore next) {
      super(next);
    }

    @Override
    public ClaimResult claim(
        SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
      ClaimResult result = next.claim(session, filter, limit, started);
      if (!(result instanceof ClaimResult.Claimed claimed)) {
        return result;
      }
      claimed.jobs().forEach(job -> handedOut.put(session, job));
      AsyncJob before = handedOut.get(session);
      boolean again =
          claimed.jobs().isEmpty()
              && before != null
              && next.get(before.id()).orElseThrow().isRunningUnder(before.lease());
      return again
          ? new ClaimResult.Claimed(List.of(before), claimed.postponed(), claimed.nextDueIn())
          : result;
    }
  }

  /** Effects are stored first, in a transaction of their own. */
  static final class StoresEffectsApart extends ForwardingJobStore {
    StoresEffectsApart(JobStore next) {
      super(next);
    }

    @Override
    public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
      AsyncJob job = next.get(lease.job()).orElseThrow();
      Effects.Unit apart =
          new Effects.Unit() {
            @Override
            public AsyncJob job() {
              return job;
            }

            @Override
            public void enqueue(JobSpec spec) {
              next.enqueue(spec);
            }
          };
      try {
        effects.run(apart);
      } catch (RuntimeException e) {
        throw new EffectsFailedException(lease.job(), e);
      }
      return next.finish(lease, outcome, Effects.none());
    }
  }

  /** Workers for one tree of work get whatever comes next. */
  static final class ServesEveryGroup extends ForwardingJobStore {
    ServesEveryGroup(JobStore next) {
      super(next);
    }

    @Override
    public ClaimResult claim(
        SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
      return next.claim(session, new ClaimFilter(filter.types(), null), limit, started);
    }
  }

  /** What has ended is purged, however short ago. */
  static final class PurgesAtAnyAge extends ForwardingJobStore {
    PurgesAtAnyAge(JobStore next) {
      super(next);
    }

    @Override
    public int purge(Duration age, int limit) {
      return next.purge(Duration.ZERO, limit);
    }
  }

  /** Asking twice makes two jobs. */
  static final class EnqueuesEveryTime extends ForwardingJobStore {
    private int asked;

    EnqueuesEveryTime(JobStore next) {
      super(next);
    }

    @Override
    public Enqueued enqueue(JobSpec spec, Effects effects) {
      return next.enqueue(spec.withIdempotencyKey(spec.payload() + " asked " + asked++), effects);
    }
  }
}
