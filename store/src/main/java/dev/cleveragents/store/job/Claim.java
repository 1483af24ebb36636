package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobProtocol;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobStore;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.Transaction.Both;
import dev.cleveragents.store.job.Stored.Stand;
import dev.cleveragents.store.sql.IdList;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.SqlQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One claim: takes the best ready jobs, as far as their keys and the session's capacity allow. */
final class Claim {

  /**
   * How many jobs that turn out blocked one claim parks, and how many delayed ones it makes ready,
   * at most: the rest is left to the next claim, which is made at once.
   */
  private static final int MOST_MOVED = 500;

  private final Transaction transaction;
  private final Context context;
  private final Claims.Wanted wanted;
  private final RunningFloors running;
  private final Instant now;
  private final JobRows rows;
  private final KeyQueue keys;
  private final Enqueuing queue;
  private final List<AsyncJob> claimed = new ArrayList<>();
  private final List<AsyncJob> postponed = new ArrayList<>();
  private final List<String> untold = new ArrayList<>();
  private int moved;
  private boolean enqueues;

  Claim(Transaction transaction, Context context, Claims.Wanted wanted, RunningFloors running) {
    this.transaction = transaction;
    this.context = context;
    this.wanted = wanted;
    this.running = running;
    this.now = context.clock().now();
    this.rows = new JobRows(transaction);
    this.keys = new KeyQueue(transaction, context.settings().keyLimits());
    this.queue = new Enqueuing(transaction, context, now, keys);
  }

  Claims.Made make() {
    Candidates candidates = new Candidates(transaction, wanted.filter(), context.ready());
    keys.lock();
    Both<Before, Stored> seen =
        transaction.queryBoth(look(), candidates.ask(Math.max(1, wanted.limit())));
    if (seen.first().isEmpty()) {
      return new Claims.Made(new ClaimResult.SessionOver(), candidates.reached());
    }
    Before before = seen.first().getFirst();
    boolean due = before.nextDue != null && before.nextDue <= StoreClock.micros(now);
    if (due) {
      makeDueReady(candidates);
    } else {
      candidates.answer(seen.second());
    }
    int room = (int) Math.min(wanted.limit(), before.capacity - before.running);
    while (claimed.size() < room
        && postponed.size() < JobStore.MOST_POSTPONED
        && moved < MOST_MOVED) {
      if (candidates.mustBeRead()) {
        storeClaimed();
        candidates.read(room - claimed.size());
      }
      Stored next = candidates.next();
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
    return new Claims.Made(
        new ClaimResult.Claimed(claimed, postponed, from(nextDue)), candidates.reached());
  }

  private void decide(Stored next, Candidates candidates) {
    AsyncJob job = next.job();
    String full = next.isKeyed() ? keys.parkIfBlocked(job) : null;
    if (full != null) {
      rows.update(job, Stand.PARKED, full);
      moved++;
      candidates.add(keys.leave(job));
      return;
    }
    AsyncJob after = start(job);
    if (after == null) {
      candidates.add(next.isKeyed() ? keys.leave(job) : List.of());
    } else {
      claimed.add(after);
      untold.add(after.id().toString());
      candidates.add(next.isKeyed() ? keys.take(job) : List.of());
    }
  }

  /** The job running, or null if the effects of its start threw and it was put off. */
  private @Nullable AsyncJob start(AsyncJob job) {
    AsyncJob running = JobProtocol.claim(job, wanted.session(), now).orThrow();
    try {
      Effects effects = wanted.started().apply(running);
      if (!effects.equals(Effects.none())) {
        List<JobSpec> specs = new ArrayList<>();
        transaction.partly(() -> specs.addAll(new Unit(running, transaction).run(effects)));
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
      rows.update(later, Stand.DELAYED, null);
      postponed.add(later);
      return null;
    }
  }

  private void storeClaimed() {
    if (!untold.isEmpty()) {
      transaction.later(
          """
          UPDATE job_active SET status = 'RUNNING', stand = NULL, parked_at = NULL, owner = ?,
                          leases = leases + 1, started_at = ?
          WHERE id {ids}
          """,
          wanted.session().toString(),
          StoreClock.micros(now),
          new IdList(untold));
      untold.clear();
    }
  }

  /**
   * What a claim begins with.
   *
   * @param capacity how many jobs the session may run
   * @param running how many it runs
   * @param firstStarted when the first of these started, in microseconds; null if there is none
   * @param nextDue when the first delayed job is due, in microseconds; null if there is none
   */
  private record Before(
      long capacity, long running, @Nullable Long firstStarted, @Nullable Long nextDue) {}

  /** Looks at the session, which cannot end while this claims; no row if it is over. */
  private SqlQuery<Before> look() {
    String session = wanted.session().toString();
    long floor = running.of(wanted.session());
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
                  running.saw(wanted.session(), before.firstStarted, now);
                  return before;
                }),
        session,
        floor,
        session,
        floor,
        session);
  }

  private void makeDueReady(Candidates candidates) {
    List<Stored> due =
        transaction.query(
            "SELECT "
                + Stored.COLUMNS
                + " FROM job_active WHERE stand = 'D' AND due_at <= ? ORDER BY due_at LIMIT ?"
                + " {skip}",
            Stored.ROW,
            StoreClock.micros(now),
            MOST_MOVED);
    List<String> plain = new ArrayList<>();
    for (Stored stored : due) {
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
