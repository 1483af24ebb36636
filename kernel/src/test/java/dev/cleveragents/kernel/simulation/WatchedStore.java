package dev.cleveragents.kernel.simulation;

import static dev.cleveragents.kernel.simulation.InvariantViolation.unless;

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
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sees every call and its answer, and has the referee look at all jobs after each. */
final class WatchedStore extends ForwardingJobStore {

  private final SimulationContext world;
  private final InvariantChecker referee;
  private final Map<SessionId, Long> lastBeat = new HashMap<>();

  WatchedStore(JobStore watched, SimulationContext world, InvariantChecker referee) {
    super(watched);
    this.world = world;
    this.referee = referee;
  }

  @Override
  public Enqueued enqueue(JobSpec spec, Effects effects) {
    Enqueued answer = next.enqueue(spec, effects);
    referee.enqueued(answer);
    referee.lookAfter(next, InvariantChecker.Count.NOTHING);
    return answer;
  }

  @Override
  public SessionId openSession(SessionRequest request, SessionListener listener) {
    SessionId id = next.openSession(request, listener);
    lastBeat.put(id, world.now());
    referee.opened(id, request.capacity());
    return id;
  }

  @Override
  public ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    ClaimResult result = next.claim(session, filter, limit, started);
    if (result instanceof ClaimResult.Claimed claimed) {
      claimed.postponed().forEach(job -> world.saw(CoveredEvent.START_POSTPONED));
      unless(claimed.jobs().size() <= limit, Rule.CAPACITY, "%d claimed of %s", limit, claimed);
      for (AsyncJob job : claimed.jobs()) {
        AsyncJob stored = next.get(job.id()).orElseThrow();
        unless(
            stored.isRunningUnder(job.lease()) && job.lease().session().equals(session),
            Rule.LEASE,
            "%s was handed out, but is %s",
            job,
            stored);
        checkFilter(filter, job);
        world.note(() -> "    → " + job.spec().payload() + "#" + job.leases());
      }
    }
    referee.lookAfter(next, InvariantChecker.Count.NOTHING);
    return result;
  }

  private void checkFilter(ClaimFilter filter, AsyncJob job) {
    boolean served = filter.group() == null || filter.group().equals(job.spec().group());
    unless(
        served && filter.types().contains(job.type()),
        Rule.FILTER,
        "%s of group %s was given to one who asked for %s",
        job.spec().payload(),
        job.spec().group(),
        filter);
    if (filter.group() != null) {
      world.saw(CoveredEvent.GROUP_SERVED);
    }
  }

  @Override
  public HeartbeatReply beat(SessionId session) {
    HeartbeatReply reply = next.beat(session);
    if (reply instanceof HeartbeatReply.Alive) {
      lastBeat.put(session, world.now());
    }
    return reply;
  }

  @Override
  public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
    AsyncJob before = referee.known(lease.job());
    boolean mayWrite = before.isRunningUnder(lease);
    MoveResult move = watchingEffects(() -> next.finish(lease, outcome, effects));
    world.note(() -> "    → " + told(move));
    unless(
        move.accepted() == mayWrite,
        Rule.FENCE,
        "a write in the name of %s was %s, while the job was %s under lease %d",
        referee.nameOf(lease),
        move.accepted() ? "accepted" : "refused",
        before.status(),
        before.leases());
    if (!mayWrite && before.status() == AsyncJobStatus.RUNNING) {
      world.saw(CoveredEvent.ZOMBIE_REFUSED);
    }
    boolean failed = outcome instanceof RunOutcome.Failed;
    referee.lookAfter(
        next, failed ? InvariantChecker.Count.THE_ENDED : InvariantChecker.Count.NOTHING);
    return move;
  }

  @Override
  public MoveResult requestCancel(JobId job, String reason, Effects effects) {
    AsyncJobStatus before = referee.known(job).status();
    MoveResult move = watchingEffects(() -> next.requestCancel(job, reason, effects));
    world.note(() -> "    → " + told(move));
    if (move.accepted()) {
      boolean queued = before == AsyncJobStatus.QUEUED;
      world.saw(queued ? CoveredEvent.CANCELLED_QUEUED : CoveredEvent.CANCELLED_RUNNING);
      referee.cancelAccepted(job);
    }
    referee.lookAfter(next, InvariantChecker.Count.NOTHING);
    return move;
  }

  @Override
  public SessionEnd endSession(SessionId session, long seenBeat) {
    WorkerSession before =
        next.sessions().stream().filter(s -> s.id().equals(session)).findFirst().orElse(null);
    SessionEnd end = next.endSession(session, seenBeat);
    world.saw(end.ended() ? CoveredEvent.SESSION_FOUND_DEAD : CoveredEvent.END_OF_SESSION_REFUSED);
    world.note(() -> "    → " + (end.ended() ? "ended" : "it has beaten since"));
    if (end.ended() && before != null && !before.over()) {
      long silent = world.now() - Objects.requireNonNull(lastBeat.get(session));
      boolean given = silent >= SimulatedHeartbeat.TIMING.lease().toNanos();
      if (!given && world.hasDied(before.worker())) {
        world.saw(CoveredEvent.PROCESS_FOUND_GONE);
      }
      unless(
          given || world.hasDied(before.worker()),
          Rule.BEATING_IS_LIVING,
          "a session was ended %d ms after its last beat",
          silent / 1_000_000);
    }
    end.stuck().keySet().forEach(job -> world.saw(CoveredEvent.ENDING_STUCK));
    referee.lookAfter(next, InvariantChecker.Count.THE_ENDED);
    return end;
  }

  @Override
  public SessionEnd closeSession(SessionId session) {
    SessionEnd end = next.closeSession(session);
    end.stuck().keySet().forEach(job -> world.saw(CoveredEvent.ENDING_STUCK));
    referee.lookAfter(next, InvariantChecker.Count.NOTHING);
    return end;
  }

  @Override
  public int purge(Duration age, int limit) {
    int purged = next.purge(age, limit);
    referee.purged(next, age);
    referee.lookAfter(next, InvariantChecker.Count.NOTHING);
    return purged;
  }

  /** Effects that fail take the move back: no job has changed and nothing is stored. */
  private MoveResult watchingEffects(Supplier<MoveResult> move) {
    try {
      return move.get();
    } catch (EffectsFailedException e) {
      world.note(() -> "    → its effects failed");
      referee.nothingChanged(next);
      throw e;
    }
  }

  private static String told(MoveResult move) {
    return switch (move) {
      case MoveResult.Moved(AsyncJob job) -> job.spec().payload() + " is " + job.status();
      case MoveResult.Refused refused -> "refused: " + refused.reason();
    };
  }
}
