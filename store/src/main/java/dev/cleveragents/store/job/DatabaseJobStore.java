package dev.cleveragents.store.job;

import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSettings;
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
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.BatchedWork;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Database.Settled;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Durable jobs in SQLite or PostgreSQL. When a call returns, the move and its effects are
 * committed; moves of many callers share a commit. Effects may write to the database: {@link
 * DatabaseUnit#writing}.
 *
 * <p>Any number of stores, in any number of processes, may work on one database. Proven by {@code
 * JobStoreContract} on both databases, the simulation, the race tests and the crash suite.
 */
public final class DatabaseJobStore implements JobStore {

  private final Database database;
  private final UlidGenerator ids;
  private final BatchedMoves moves;
  private final BatchedClaims claims;
  private final BatchedMoves enqueues;
  private final BatchedHeartbeats beats = new BatchedHeartbeats();
  private final LocalSessions local = new LocalSessions();
  private final ReadyRankBounds ready = new ReadyRankBounds();
  private final RunningStartBounds running = new RunningStartBounds();

  public DatabaseJobStore(
      Database database, JobSettings settings, UlidGenerator ids, RandomGenerator random) {
    this.database = database;
    this.ids = ids;
    MoveContext context = new MoveContext(database, settings, ids, random, ready);
    this.moves = new BatchedMoves(context, BatchedWork.Lane.MOVES);
    this.enqueues = new BatchedMoves(context, BatchedWork.Lane.ENQUEUES);
    this.claims = new BatchedClaims(context, running);
  }

  /** A store whose jobs sort by the clock of the database. */
  public static DatabaseJobStore on(Database database, JobSettings settings) {
    return new DatabaseJobStore(
        database, settings, database.clock().ids(), RandomGenerator.getDefault());
  }

  /** A store with one job per key and no endings. */
  public static DatabaseJobStore on(Database database) {
    return on(database, JobSettings.DEFAULTS);
  }

  /**
   * Starts a worker on this store, in this process. Close it before the database.
   *
   * @param bodies the body for each job type; jobs of other types are left to other workers
   */
  public AsyncWorker startWorker(Map<String, JobBody> bodies, WorkerConfig config) {
    return new AsyncWorker(this, bodies, config, database.workerEnvironment()).start();
  }

  @Override
  public Enqueued enqueue(JobSpec spec, Effects effects) {
    PlainText.require(spec);
    MoveRequest request = new MoveRequest.Enqueue(spec, effects);
    MoveAnswer answer = database.submit(enqueues, request);
    notifySessions(request, answer);
    return Objects.requireNonNull(answer.enqueued());
  }

  /**
   * Stores many jobs, each independently; faster than one call per job. If one of them cannot be
   * stored, its exception is thrown after all were tried, and the others are stored. With
   * idempotency keys the call can be repeated safely.
   */
  public List<Enqueued> enqueueAll(List<JobSpec> specs) {
    specs.forEach(PlainText::require);
    List<MoveRequest> requests = new ArrayList<>(specs.size());
    specs.forEach(spec -> requests.add(new MoveRequest.Enqueue(spec, Effects.none())));
    List<Enqueued> enqueued = new ArrayList<>(specs.size());
    for (Settled<MoveAnswer> settled : database.submitEach(enqueues, requests)) {
      MoveAnswer answer = settled.orThrow();
      ready.madeReady(answer.lowestReady());
      enqueued.add(Objects.requireNonNull(answer.enqueued()));
    }
    local.workAvailable();
    return enqueued;
  }

  @Override
  public SessionId openSession(SessionRequest request, SessionListener listener) {
    SessionId id = new SessionId(ids.next());
    database.write(
        transaction -> {
          new SessionRows(transaction).open(id, request, database.clock().now());
          return id;
        });
    if (local.opened(id, listener)) {
      database.onChange(this::changedElsewhere);
    }
    return id;
  }

  @Override
  public ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    BatchedClaims.ClaimAnswer made =
        database.submit(claims, new BatchedClaims.ClaimRequest(session, filter, limit, started));
    ready.raise(made.reached());
    if (made.result() instanceof ClaimResult.Claimed answer) {
      answer.jobs().forEach(local::claimed);
    }
    return made.result();
  }

  @Override
  public HeartbeatReply beat(SessionId session) {
    return database.submit(beats, session);
  }

  @Override
  public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
    if (outcome instanceof RunOutcome.WorkerDied) {
      throw new IllegalArgumentException(
          "A worker cannot report its own death. End its session instead");
    }
    return moved(new MoveRequest.Finish(lease, outcome, effects, local.claimedUnder(lease)));
  }

  @Override
  public MoveResult requestCancel(JobId job, String reason, Effects effects) {
    return moved(new MoveRequest.Cancel(job, reason, effects));
  }

  /**
   * Stores effects under a lease, for example the progress of a run. Refused once the lease is
   * over.
   */
  public MoveResult note(Lease lease, Effects effects) {
    return moved(new MoveRequest.Note(lease, effects));
  }

  @Override
  public List<WorkerSession> sessions() {
    return database.read(transaction -> new SessionRows(transaction).list());
  }

  @Override
  public SessionEnd endSession(SessionId session, long seenBeat) {
    return end(session, seenBeat, new RunOutcome.WorkerDied());
  }

  @Override
  public SessionEnd closeSession(SessionId session) {
    return end(session, null, new RunOutcome.Released("its worker closed its session"));
  }

  @Override
  public Optional<AsyncJob> get(JobId id) {
    return database.read(transaction -> new JobRows(transaction).any(id));
  }

  @Override
  public List<AsyncJob> list(JobQuery query) {
    return database.read(transaction -> new JobReads(transaction).list(query));
  }

  @Override
  public JobCounts counts() {
    Instant now = database.clock().now();
    return database.read(transaction -> new JobReads(transaction).counts(now));
  }

  @Override
  public int purge(Duration age, int limit) {
    return database.write(new JobPurge(database.clock().now(), age, limit)::run);
  }

  private SessionEnd end(SessionId session, @Nullable Long seenBeat, RunOutcome outcome) {
    Optional<List<Lease>> leases =
        database.write(transaction -> new SessionRows(transaction).end(session, seenBeat));
    if (leases.isEmpty()) {
      return new SessionEnd(false, List.of(), Map.of());
    }
    local.over(session);
    running.over(session);
    List<MoveRequest> requests = new ArrayList<>();
    leases
        .get()
        .forEach(it -> requests.add(new MoveRequest.Finish(it, outcome, Effects.none(), null)));
    List<AsyncJob> recovered = new ArrayList<>();
    Map<JobId, RuntimeException> stuck = new HashMap<>();
    List<Settled<MoveAnswer>> settled = database.submitEach(moves, requests);
    for (int i = 0; i < requests.size(); i++) {
      if (settled.get(i).failure() instanceof EffectsFailedException e) {
        stuck.put(leases.get().get(i).job(), e);
        continue;
      }
      MoveAnswer answer = settled.get(i).orThrow();
      ready.madeReady(answer.lowestReady());
      if (answer.move() instanceof MoveResult.Moved(AsyncJob job)) {
        recovered.add(job);
      }
    }
    database.write(
        transaction -> {
          new SessionRows(transaction).deleteEnded();
          return session;
        });
    if (!recovered.isEmpty()) {
      local.workAvailable();
    }
    return new SessionEnd(true, recovered, stuck);
  }

  private MoveResult moved(MoveRequest request) {
    MoveAnswer answer = database.submit(moves, request);
    notifySessions(request, answer);
    return Objects.requireNonNull(answer.move());
  }

  private void notifySessions(MoveRequest request, MoveAnswer answer) {
    ready.madeReady(answer.lowestReady());
    if (request instanceof MoveRequest.Finish finish) {
      local.ended(finish.lease());
    }
    if (answer.cancelled() != null && request instanceof MoveRequest.Cancel cancel) {
      local.cancelRequested(answer.cancelled(), cancel.reason());
    }
    if (answer.workAvailable()) {
      local.workAvailable();
    }
  }

  private void changedElsewhere(long lowestReady) {
    ready.madeReady(lowestReady);
    local.workAvailable();
    List<String> sessions = local.ids().stream().map(SessionId::toString).toList();
    if (sessions.isEmpty()) {
      return;
    }
    record CancelRow(Lease lease, String cancelReason) {}
    List<CancelRow> cancels =
        database.read(
            transaction ->
                transaction.query(
                    """
                    SELECT id AS job, leases AS number, owner AS session, cancel_reason
                    FROM job_active WHERE owner {ids} AND cancel_reason IS NOT NULL
                    """,
                    RowMapper.of(CancelRow.class),
                    new IdList(sessions)));
    cancels.forEach(it -> local.cancelRequested(it.lease, it.cancelReason));
  }
}
