package dev.cleveragents.kernel.job;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
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
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A job store that is plainly right: one list of jobs, looked through from end to end for every
 * question. For one thread only, and listeners hear nothing.
 */
final class ReferenceJobStore implements JobStore {

  /** A session; {@code running} in the order of the claims. */
  private static final class Session {
    private final SessionId id;
    private final SessionRequest request;
    private final Instant openedAt;
    private final List<JobId> running = new ArrayList<>();
    private long beat;
    private boolean over;

    private Session(SessionId id, SessionRequest request, Instant openedAt) {
      this.id = id;
      this.request = request;
      this.openedAt = openedAt;
    }
  }

  private final List<AsyncJob> jobs = new ArrayList<>();
  private final List<JobId> ended = new ArrayList<>();
  private final List<Session> sessions = new ArrayList<>();
  private final JobSettings settings;
  private final UlidGenerator ids;
  private final TimeSource time;
  private final Instant startWall;
  private final long startNanos;
  private final RandomGenerator random;

  ReferenceJobStore(
      JobSettings settings, UlidGenerator ids, TimeSource time, RandomGenerator random) {
    this.settings = settings;
    this.ids = ids;
    this.time = time;
    this.startWall = time.wallTime();
    this.startNanos = time.nanos();
    this.random = random;
  }

  private Instant now() {
    return startWall.plusNanos(time.nanos() - startNanos);
  }

  @Override
  public Enqueued enqueue(JobSpec spec, Effects effects) {
    Optional<AsyncJob> known = known(spec);
    if (known.isPresent()) {
      return new Enqueued(known.get(), false);
    }
    AsyncJob job = JobProtocol.enqueue(new JobId(ids.next()), spec, now());
    store(job, effects);
    return new Enqueued(job, true);
  }

  @Override
  public SessionId openSession(SessionRequest request, SessionListener listener) {
    SessionId id = new SessionId(ids.next());
    sessions.add(new Session(id, request, now()));
    return id;
  }

  @Override
  public ClaimResult claim(
      SessionId id, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    Session session = session(id);
    if (session == null || session.over) {
      return new ClaimResult.SessionOver();
    }
    List<AsyncJob> claimed = new ArrayList<>();
    List<AsyncJob> postponed = new ArrayList<>();
    while (claimed.size() < limit
        && postponed.size() < MOST_POSTPONED
        && session.running.size() < session.request.capacity()) {
      Optional<AsyncJob> next = claimable(filter);
      if (next.isEmpty()) {
        break;
      }
      AsyncJob running = JobProtocol.claim(next.get(), id, now()).orThrow();
      try {
        store(running, unit -> started.apply(running).run(unit));
        session.running.add(running.id());
        claimed.add(running);
      } catch (EffectsFailedException e) {
        AsyncJob later = JobProtocol.postpone(next.get(), String.valueOf(e.getMessage()), now());
        replace(later);
        postponed.add(later);
      }
    }
    return new ClaimResult.Claimed(claimed, postponed, nextDueIn());
  }

  private Optional<AsyncJob> claimable(ClaimFilter filter) {
    return with(AsyncJobStatus.QUEUED)
        .filter(job -> !job.times().dueAt().isAfter(now()))
        .filter(job -> filter.types().contains(job.type()))
        .filter(job -> filter.group() == null || filter.group().equals(job.spec().group()))
        .sorted(Comparator.comparingLong(AsyncJob::rank).thenComparing(AsyncJob::id))
        .filter(job -> job.spec().keys().stream().allMatch(this::hasRoom))
        .findFirst();
  }

  private boolean hasRoom(String key) {
    long holders =
        with(AsyncJobStatus.RUNNING).filter(job -> job.spec().keys().contains(key)).count();
    return holders < settings.keyLimits().of(key);
  }

  private @Nullable Duration nextDueIn() {
    return with(AsyncJobStatus.QUEUED)
        .map(job -> Duration.between(now(), job.times().dueAt()))
        .filter(Duration::isPositive)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  @Override
  public HeartbeatReply beat(SessionId id) {
    Session session = session(id);
    if (session == null || session.over) {
      return new HeartbeatReply.SessionOver();
    }
    session.beat++;
    List<AsyncJob> own =
        with(AsyncJobStatus.RUNNING).filter(job -> id.equals(job.owner())).toList();
    Map<Lease, String> cancels = new HashMap<>();
    for (AsyncJob job : own) {
      if (job.cancelReason() != null) {
        cancels.put(job.lease(), job.cancelReason());
      }
    }
    return new HeartbeatReply.Alive(
        session.beat, own.stream().map(AsyncJob::lease).collect(Collectors.toSet()), cancels);
  }

  @Override
  public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
    Optional<AsyncJob> job = get(lease.job());
    if (job.isEmpty()) {
      return new Refused(Reason.NOT_FOUND, null);
    }
    MoveResult move = JobProtocol.finish(job.get(), lease, outcome, now(), random.nextDouble());
    if (move instanceof Moved(AsyncJob after)) {
      store(
          after, outcome instanceof RunOutcome.Succeeded ? effects : effects.and(endingOf(after)));
      sessions.forEach(session -> session.running.remove(after.id()));
      forgetSessions();
    }
    return move;
  }

  @Override
  public MoveResult requestCancel(JobId id, String reason, Effects effects) {
    Optional<AsyncJob> job = get(id);
    if (job.isEmpty()) {
      return new Refused(Reason.NOT_FOUND, null);
    }
    MoveResult move = JobProtocol.requestCancel(job.get(), reason, now());
    if (move instanceof Moved(AsyncJob after)) {
      store(after, after.status().isTerminal() ? effects.and(endingOf(after)) : effects);
    }
    return move;
  }

  @Override
  public List<WorkerSession> sessions() {
    return sessions.stream()
        .map(
            it ->
                new WorkerSession(
                    it.id,
                    it.request.worker(),
                    it.request.capacity(),
                    it.request.process(),
                    it.beat,
                    it.running.size(),
                    it.over,
                    it.openedAt))
        .toList();
  }

  @Override
  public SessionEnd endSession(SessionId id, long seenBeat) {
    Session session = session(id);
    if (session != null && !session.over && session.beat != seenBeat) {
      return new SessionEnd(false, List.of(), Map.of());
    }
    return end(session, new RunOutcome.WorkerDied());
  }

  @Override
  public SessionEnd closeSession(SessionId id) {
    return end(session(id), new RunOutcome.Released("its worker closed its session"));
  }

  private SessionEnd end(@Nullable Session session, RunOutcome outcome) {
    List<AsyncJob> recovered = new ArrayList<>();
    Map<JobId, RuntimeException> stuck = new HashMap<>();
    if (session != null) {
      for (JobId id : List.copyOf(session.running)) {
        try {
          Lease lease = get(id).orElseThrow().lease();
          recovered.add(finish(lease, outcome, Effects.none()).orThrow());
        } catch (EffectsFailedException e) {
          stuck.put(id, e);
        }
      }
      session.over = true;
      forgetSessions();
    }
    return new SessionEnd(true, recovered, stuck);
  }

  @Override
  public Optional<AsyncJob> get(JobId id) {
    return jobs.stream().filter(job -> job.id().equals(id)).findFirst();
  }

  @Override
  public List<AsyncJob> list(JobQuery query) {
    JobId before = query.before();
    return jobs.reversed().stream()
        .filter(query::matches)
        .filter(job -> before == null || job.id().compareTo(before) < 0)
        .limit(query.limit())
        .toList();
  }

  @Override
  public JobCounts counts() {
    Map<AsyncJobStatus, Integer> counts = new EnumMap<>(AsyncJobStatus.class);
    for (AsyncJobStatus status : AsyncJobStatus.values()) {
      counts.put(status, (int) with(status).count());
    }
    List<Duration> waits =
        with(AsyncJobStatus.QUEUED)
            .map(job -> Duration.between(job.times().dueAt(), now()))
            .toList();
    return new JobCounts(
        counts,
        (int) waits.stream().filter(Duration::isNegative).count(),
        waits.stream()
            .filter(wait -> !wait.isNegative())
            .max(Comparator.naturalOrder())
            .orElse(null));
  }

  @Override
  public int purge(Duration age, int limit) {
    List<JobId> old =
        ended.stream().filter(id -> endedAt(id).plus(age).isBefore(now())).limit(limit).toList();
    ended.removeAll(old);
    jobs.removeIf(job -> old.contains(job.id()));
    return old.size();
  }

  private Instant endedAt(JobId id) {
    return Optional.ofNullable(get(id).orElseThrow().times().endedAt()).orElseThrow();
  }

  private Stream<AsyncJob> with(AsyncJobStatus status) {
    return jobs.stream().filter(job -> job.status() == status);
  }

  private @Nullable Session session(SessionId id) {
    return sessions.stream().filter(session -> session.id.equals(id)).findFirst().orElse(null);
  }

  private void forgetSessions() {
    sessions.removeIf(session -> session.over && session.running.isEmpty());
  }

  private Optional<AsyncJob> known(JobSpec spec) {
    String key = spec.idempotencyKey();
    return jobs.stream()
        .filter(job -> key != null && key.equals(job.spec().idempotencyKey()))
        .findFirst();
  }

  private Effects endingOf(AsyncJob after) {
    return unit -> settings.endingOf(after.type()).ended(after, after.status()).run(unit);
  }

  private void store(AsyncJob after, Effects effects) {
    List<JobSpec> followers = new ArrayList<>();
    try {
      effects.run(
          new Effects.Unit() {
            @Override
            public AsyncJob job() {
              return after;
            }

            @Override
            public void enqueue(JobSpec spec) {
              followers.add(spec);
            }
          });
    } catch (RuntimeException e) {
      throw new EffectsFailedException(after.id(), e);
    }
    replace(after);
    for (JobSpec spec : followers) {
      if (known(spec).isEmpty()) {
        replace(JobProtocol.enqueue(new JobId(ids.next()), spec, now()));
      }
    }
  }

  private void replace(AsyncJob after) {
    if (get(after.id()).isEmpty()) {
      jobs.add(after);
    } else {
      jobs.replaceAll(job -> job.id().equals(after.id()) ? after : job);
    }
    if (after.status().isTerminal()) {
      ended.add(after.id());
    }
  }
}
