package dev.cleveragents.kernel.job.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
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
import dev.cleveragents.kernel.log.SafeLog;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A job store in memory, for tests, simulations and programs without a database. Its jobs end with
 * the process; {@code DatabaseJobStore} of the {@code store} module keeps them.
 *
 * <p>One lock is the transaction: a move, its effects and what follows from them happen under it,
 * and a second move waits. Readers take it too: a reader that sees a job done also sees the jobs
 * enqueued with its end. Listeners are called after it is released. What a claim costs does not
 * grow with the jobs that wait behind a busy key; {@link ReadyQueue} says when lanes are moved.
 *
 * <p>Proven by {@code JobStoreContract}, {@code JobStoreModelCheck}, {@code JobStoreReferenceTest}
 * and the simulation.
 */
public final class InMemoryJobStore implements JobStore {

  private static final SafeLog log = SafeLog.of(InMemoryJobStore.class);

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock")
  private final InMemoryJobMoves ledger;

  public InMemoryJobStore(
      JobSettings settings, UlidGenerator ids, TimeSource time, RandomGenerator random) {
    this.ledger = new InMemoryJobMoves(settings, ids, time, random);
  }

  /** A store on this machine's clock. */
  public static InMemoryJobStore create(JobSettings settings) {
    return new InMemoryJobStore(
        settings, UlidGenerator.system(), TimeSource.system(), RandomGenerator.getDefault());
  }

  /** A store on this machine's clock, with one job per key and no endings. */
  public static InMemoryJobStore create() {
    return create(JobSettings.DEFAULTS);
  }

  @Override
  public Enqueued enqueue(JobSpec spec, Effects effects) {
    return locked(moves -> moves.enqueue(spec, effects));
  }

  @Override
  public SessionId openSession(SessionRequest request, SessionListener listener) {
    return locked(moves -> moves.openSession(request, listener));
  }

  @Override
  public ClaimResult claim(
      SessionId session, ClaimFilter filter, int limit, Function<AsyncJob, Effects> started) {
    return locked(moves -> moves.claim(session, filter, limit, started));
  }

  @Override
  public HeartbeatReply beat(SessionId session) {
    return locked(moves -> moves.beat(session));
  }

  @Override
  public MoveResult finish(Lease lease, RunOutcome outcome, Effects effects) {
    if (outcome instanceof RunOutcome.WorkerDied) {
      throw new IllegalArgumentException(
          "A worker cannot report its own death. End its session instead");
    }
    return locked(moves -> moves.finish(lease, outcome, effects));
  }

  @Override
  public MoveResult requestCancel(JobId job, String reason, Effects effects) {
    return locked(moves -> moves.requestCancel(job, reason, effects));
  }

  @Override
  public List<WorkerSession> sessions() {
    return locked(InMemoryJobMoves::sessions);
  }

  @Override
  public SessionEnd endSession(SessionId session, long seenBeat) {
    return locked(moves -> moves.endSession(session, seenBeat));
  }

  @Override
  public SessionEnd closeSession(SessionId session) {
    return locked(moves -> moves.closeSession(session));
  }

  @Override
  public Optional<AsyncJob> get(JobId id) {
    return locked(jobs -> jobs.get(id));
  }

  @Override
  public List<AsyncJob> list(JobQuery query) {
    return locked(jobs -> jobs.list(query));
  }

  @Override
  public JobCounts counts() {
    return locked(InMemoryJobMoves::counts);
  }

  @Override
  public int purge(Duration age, int limit) {
    return locked(moves -> moves.purge(age, limit));
  }

  private <T> T locked(Function<InMemoryJobMoves, T> move) {
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException(
          "Effects must not call the store in which they run. Use the unit that they are given");
    }
    List<Runnable> news = List.of();
    lock.lock();
    try {
      T answer = move.apply(ledger);
      news = ledger.takeNews();
      return answer;
    } finally {
      lock.unlock();
      news.forEach(InMemoryJobStore::tell);
    }
  }

  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (Throwable e) {
      log.error(e, "A session listener failed; the session will notice by polling");
    }
  }
}
