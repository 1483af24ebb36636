package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobProtocol;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.HeartbeatReply;
import dev.cleveragents.kernel.job.store.JobCounts;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.kernel.job.store.SessionEnd;
import dev.cleveragents.kernel.job.store.SessionListener;
import dev.cleveragents.kernel.job.store.SessionRequest;
import dev.cleveragents.kernel.job.store.WorkerSession;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The moves of an in-memory store, one at a time: each is decided by {@link JobProtocol}, its
 * effects run, and then all of it is put into the table; effects that throw leave nothing changed.
 * Notifications for sessions are collected until {@link #takeNews}.
 *
 * <p>Not thread-safe: guarded by the store's lock.
 */
final class InMemoryJobMoves {

  private final JobSettings settings;
  private final UlidGenerator ids;
  private final JobClock clock;
  private final RandomGenerator random;
  private final SessionTable sessions = new SessionTable();
  private final JobTable table;
  private final List<Runnable> news = new ArrayList<>();
  private boolean workAvailable;

  InMemoryJobMoves(
      JobSettings settings, UlidGenerator ids, TimeSource time, RandomGenerator random) {
    this.settings = settings;
    this.ids = ids;
    this.clock = new JobClock(time);
    this.random = random;
    this.table = new JobTable(settings.keyLimits(), sessions);
  }

  Enqueued enqueue(JobSpec spec, Effects effects) {
    AsyncJob known = findKept(spec);
    if (known != null) {
      return new Enqueued(known, false);
    }
    Instant now = clock.now();
    AsyncJob job = JobProtocol.enqueue(new JobId(ids.next()), spec, now);
    commit(job, effects, now);
    return new Enqueued(job, true);
  }

  SessionId openSession(SessionRequest request, SessionListener listener) {
    SessionId id = new SessionId(ids.next());
    sessions.open(id, request, listener, clock.now());
    return id;
  }

  ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    SessionTable.Entry owner = sessions.findLive(session);
    if (owner == null) {
      return new ClaimResult.SessionOver();
    }
    Instant now = clock.now();
    table.queue.advanceTo(now);
    List<AsyncJob> claimed = new ArrayList<>();
    List<AsyncJob> postponed = new ArrayList<>();
    while (claimed.size() < limit
        && postponed.size() < JobStore.MOST_POSTPONED
        && owner.room() > 0) {
      AsyncJob next = table.queue.first(filter);
      if (next == null) {
        break;
      }
      AsyncJob after = start(next, session, started, now);
      (after.status() == AsyncJobStatus.RUNNING ? claimed : postponed).add(after);
    }
    return new ClaimResult.Claimed(claimed, postponed, table.queue.nextDueIn(now));
  }

  HeartbeatReply beat(SessionId session) {
    SessionTable.Entry entry = sessions.findLive(session);
    if (entry == null) {
      return new HeartbeatReply.SessionOver();
    }
    entry.beat++;
    Set<Lease> running = new HashSet<>();
    Map<Lease, String> cancels = new HashMap<>();
    for (JobId id : entry.running) {
      AsyncJob job = table.existing(id);
      running.add(job.lease());
      if (job.cancelReason() != null) {
        cancels.put(job.lease(), job.cancelReason());
      }
    }
    return new HeartbeatReply.Alive(entry.beat, running, cancels);
  }

  MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
    AsyncJob job = table.get(lease.job());
    if (job == null) {
      return new Refused(Reason.NOT_FOUND, null);
    }
    Instant now = clock.now();
    MoveResult move = JobProtocol.finish(job, lease, outcome, now, random.nextDouble());
    if (move instanceof Moved(AsyncJob after)) {
      boolean succeeded = outcome instanceof RunOutcome.Succeeded;
      commit(after, succeeded ? effects : effects.and(endingOf(after)), now);
    }
    return move;
  }

  MoveResult requestCancel(JobId id, String reason, Effects effects) {
    AsyncJob job = table.get(id);
    if (job == null) {
      return new Refused(Reason.NOT_FOUND, null);
    }
    Instant now = clock.now();
    MoveResult move = JobProtocol.requestCancel(job, reason, now);
    if (move instanceof Moved(AsyncJob after)) {
      boolean ended = after.status().isTerminal();
      commit(after, ended ? effects.and(endingOf(after)) : effects, now);
      if (!ended) {
        tellOwner(after.lease(), reason);
      }
    }
    return move;
  }

  List<WorkerSession> sessions() {
    return sessions.views();
  }

  SessionEnd endSession(SessionId session, long seenBeat) {
    SessionTable.Entry entry = sessions.find(session);
    if (entry != null && !entry.over && entry.beat != seenBeat) {
      return new SessionEnd(false, List.of(), Map.of());
    }
    return end(entry, new RunOutcome.WorkerDied());
  }

  SessionEnd closeSession(SessionId session) {
    return end(sessions.find(session), new RunOutcome.Released("its worker closed its session"));
  }

  Optional<AsyncJob> get(JobId id) {
    return Optional.ofNullable(table.get(id));
  }

  List<AsyncJob> list(JobQuery query) {
    return table.list(query);
  }

  JobCounts counts() {
    return table.counts(clock.now());
  }

  int purge(Duration age, int limit) {
    return table.purge(clock.now(), age, limit);
  }

  /** The notifications of the last move, to be sent once the lock is released. */
  List<Runnable> takeNews() {
    if (workAvailable) {
      workAvailable = false;
      sessions.listeners().forEach(listener -> news.add(listener::workAvailable));
    }
    if (news.isEmpty()) {
      return List.of();
    }
    List<Runnable> taken = List.copyOf(news);
    news.clear();
    return taken;
  }

  private @Nullable AsyncJob findKept(JobSpec spec) {
    String key = spec.idempotencyKey();
    return key == null ? null : table.byIdempotencyKey(key);
  }

  /** The running job, or the postponed one if the effects of its start throw. */
  private AsyncJob start(
      AsyncJob job, SessionId session, Function<AsyncJob, Effects> started, Instant now) {
    AsyncJob running = JobProtocol.claim(job, session, now).orThrow();
    try {
      commit(running, unit -> started.apply(running).run(unit), now);
      return running;
    } catch (EffectsFailedException e) {
      AsyncJob later = JobProtocol.postpone(job, String.valueOf(e.getMessage()), now);
      table.put(later, now);
      return later;
    }
  }

  private SessionEnd end(SessionTable.@Nullable Entry entry, RunOutcome outcome) {
    if (entry == null) {
      return new SessionEnd(true, List.of(), Map.of());
    }
    List<AsyncJob> recovered = new ArrayList<>();
    Map<JobId, RuntimeException> stuck = new HashMap<>();
    for (JobId id : List.copyOf(entry.running)) {
      try {
        recovered.add(finish(table.existing(id).lease(), outcome, Effects.none()).orThrow());
      } catch (EffectsFailedException e) {
        stuck.put(id, e);
      }
    }
    sessions.end(entry);
    return new SessionEnd(true, recovered, stuck);
  }

  private Effects endingOf(AsyncJob after) {
    return unit -> settings.endingOf(after.type()).ended(after, after.status()).run(unit);
  }

  /** Runs the effects of a move, then publishes both. */
  private void commit(AsyncJob after, Effects effects, Instant now) {
    StagedUnit unit = new StagedUnit(after);
    try {
      effects.run(unit);
    } catch (Throwable e) {
      throw new EffectsFailedException(after.id(), e);
    } finally {
      unit.over = true;
    }
    table.put(after, now);
    for (JobSpec spec : unit.enqueued) {
      if (findKept(spec) == null) {
        table.put(JobProtocol.enqueue(new JobId(ids.next()), spec, now), now);
      }
    }
    workAvailable |= freesWork(after) || !unit.enqueued.isEmpty();
  }

  private static boolean freesWork(AsyncJob after) {
    return after.status() == AsyncJobStatus.QUEUED
        || (after.status().isTerminal() && !after.spec().keys().isEmpty());
  }

  private void tellOwner(Lease lease, String reason) {
    SessionListener owner = sessions.existing(lease.session()).listener;
    news.add(() -> owner.cancelRequested(lease, reason));
  }

  /** What the effects of one move want stored with it. */
  private static final class StagedUnit implements Effects.Unit {
    private final AsyncJob job;
    private final List<JobSpec> enqueued = new ArrayList<>();
    private boolean over;

    private StagedUnit(AsyncJob job) {
      this.job = job;
    }

    @Override
    public AsyncJob job() {
      return job;
    }

    @Override
    public void enqueue(JobSpec spec) {
      if (over) {
        throw new IllegalStateException(
            "The move of job " + job.id() + " has ended: its unit can store nothing more");
      }
      enqueued.add(Objects.requireNonNull(spec));
    }
  }
}
