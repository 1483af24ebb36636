package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobProtocol;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.ActiveJob.QueueState;
import dev.cleveragents.store.job.key.KeyQueue;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.SqlQuery;
import dev.cleveragents.store.sql.SqlQuery.Both;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one claim: starts the best ready jobs that their keys and the session's capacity allow. */
final class JobClaimer {

  /**
   * The most blocked jobs that one claim parks, and the most delayed jobs that it makes ready. The
   * next claim, which follows at once, continues.
   */
  private static final int MOST_MOVED = 500;

  private final Transaction transaction;
  private final MoveContext context;
  private final BatchedClaims.ClaimRequest request;
  private final RunningStartBounds running;
  private final Instant now;
  private final JobRows rows;
  private final KeyQueue keys;
  private final JobEnqueuer queue;
  private final List<AsyncJob> claimed = new ArrayList<>();
  private final List<AsyncJob> postponed = new ArrayList<>();
  private final List<String> unstored = new ArrayList<>();
  private int moved;
  private boolean enqueues;

  JobClaimer(
      Transaction transaction,
      MoveContext context,
      BatchedClaims.ClaimRequest request,
      RunningStartBounds running) {
    this.transaction = transaction;
    this.context = context;
    this.request = request;
    this.running = running;
    this.now = context.clock().now();
    this.rows = new JobRows(transaction);
    this.keys = new KeyQueue(transaction, context.settings().keyLimits());
    this.queue = new JobEnqueuer(transaction, context, now, keys);
  }

  BatchedClaims.ClaimAnswer claim() {
    ClaimCandidates candidates =
        new ClaimCandidates(transaction, request.filter(), context.ready());
    keys.lock();
    Both<Before, ActiveJob> seen =
        transaction.queryBoth(look(), candidates.ask(Math.max(1, request.limit())));
    if (seen.first().isEmpty()) {
      return new BatchedClaims.ClaimAnswer(new ClaimResult.SessionOver(), candidates.reached());
    }
    Before before = seen.first().getFirst();
    boolean due = before.nextDue != null && before.nextDue <= StoreClock.micros(now);
    if (due) {
      makeDueReady(candidates);
    } else {
      candidates.answer(seen.second());
    }
    int room = (int) Math.min(request.limit(), before.capacity - before.running);
    while (claimed.size() < room
        && postponed.size() < JobStore.MOST_POSTPONED
        && moved < MOST_MOVED) {
      if (candidates.mustBeRead()) {
        storeClaimed();
        candidates.read(room - claimed.size());
      }
      ActiveJob next = candidates.next();
      if (next == null) {
        break;
      }
      decide(next, candidates);
    }
    storeClaimed();
    queue.flush();
    keys.flush();
    candidates.madeReady(queue.lowestReady());
    if (enqueues) {
      context.database().announce(transaction, queue.lowestReady());
    }
    boolean othersAreDelayed = due || enqueues || !postponed.isEmpty();
    Long nextDue = othersAreDelayed ? nextDue() : before.nextDue;
    return new BatchedClaims.ClaimAnswer(
        new ClaimResult.Claimed(claimed, postponed, from(nextDue)), candidates.reached());
  }

  private void decide(ActiveJob next, ClaimCandidates candidates) {
    AsyncJob job = next.job();
    String full = next.isKeyed() ? keys.parkIfBlocked(job) : null;
    if (full != null) {
      rows.update(job, QueueState.PARKED, full);
      moved++;
      candidates.add(keys.leave(job));
      return;
    }
    AsyncJob after = start(job);
    if (after == null) {
      candidates.add(next.isKeyed() ? keys.leave(job) : List.of());
    } else {
      claimed.add(after);
      unstored.add(after.id().toString());
      candidates.add(next.isKeyed() ? keys.take(job) : List.of());
    }
  }

  /** The running job, or null if its start effects threw and it was postponed. */
  private @Nullable AsyncJob start(AsyncJob job) {
    AsyncJob running = JobProtocol.claim(job, request.session(), now).orThrow();
    try {
      Effects effects = request.started().apply(running);
      if (!effects.equals(Effects.none())) {
        List<JobSpec> specs = new ArrayList<>();
        transaction.partly(() -> specs.addAll(new DatabaseUnit(running, transaction).run(effects)));
        specs.forEach(queue::enqueue);
        enqueues |= !specs.isEmpty();
      }
      return running;
    } catch (Throwable thrown) {
      RuntimeException failure = context.asUnitFailure(job.id(), thrown);
      if (!(failure instanceof EffectsFailedException)) {
        throw failure;
      }
      AsyncJob later = JobProtocol.postpone(job, String.valueOf(failure.getMessage()), now);
      rows.update(later, QueueState.DELAYED, null);
      postponed.add(later);
      return null;
    }
  }

  private void storeClaimed() {
    if (!unstored.isEmpty()) {
      transaction.later(
          """
          UPDATE job_active SET status = 'RUNNING', stand = NULL, parked_at = NULL, owner = ?,
                          leases = leases + 1, started_at = ?
          WHERE id {ids}
          """,
          request.session().toString(),
          StoreClock.micros(now),
          new IdList(unstored));
      unstored.clear();
    }
  }

  /**
   * The state of the session before the claim.
   *
   * @param capacity how many jobs the session may run
   * @param running how many it runs
   * @param firstStarted when the first of these started, in microseconds; null if there is none
   * @param nextDue when the first delayed job is due, in microseconds; null if there is none
   */
  private record Before(
      long capacity, long running, @Nullable Long firstStarted, @Nullable Long nextDue) {}

  /** Reads the session and locks it against its end; no row if it is over. */
  private SqlQuery<Before> look() {
    String session = request.session().toString();
    long bound = running.of(request.session());
    return SqlQuery.of(
        """
        SELECT capacity,
               (SELECT count(*) FROM job_active WHERE owner = ? AND started_at >= ?) AS running,
               (SELECT min(started_at) FROM job_active WHERE owner = ? AND started_at >= ?)
                 AS first_started,
               (SELECT min(due_at) FROM job_active WHERE stand = 'D') AS next_due
        FROM job_sessions WHERE id = ? AND over = 0 {share}
        """,
        RowMapper.of(Before.class)
            .then(
                before -> {
                  running.saw(request.session(), before.firstStarted, now);
                  return before;
                }),
        session,
        bound,
        session,
        bound,
        session);
  }

  private void makeDueReady(ClaimCandidates candidates) {
    List<ActiveJob> due =
        transaction.query(
            "SELECT "
                + ActiveJob.COLUMNS
                + " FROM job_active WHERE stand = 'D' AND due_at <= ? ORDER BY due_at LIMIT ?"
                + " {skip}",
            ActiveJob.ROW,
            StoreClock.micros(now),
            MOST_MOVED);
    List<String> plain = new ArrayList<>();
    for (ActiveJob stored : due) {
      candidates.madeReady(stored.job().rank());
      if (stored.isKeyed()) {
        queue.requeue(stored.job());
      } else {
        plain.add(stored.job().id().toString());
      }
    }
    if (!plain.isEmpty()) {
      transaction.update("UPDATE job_active SET stand = 'R' WHERE id {ids}", new IdList(plain));
    }
  }

  private @Nullable Long nextDue() {
    return transaction
        .first(
            "SELECT due_at FROM job_active WHERE stand = 'D' ORDER BY due_at LIMIT 1",
            RowMapper.of(Long.class))
        .orElse(null);
  }

  private @Nullable Duration from(@Nullable Long nextDue) {
    if (moved >= MOST_MOVED) {
      return Duration.ZERO;
    }
    if (nextDue == null) {
      return null;
    }
    Duration left = Duration.between(now, StoreClock.instant(nextDue));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
