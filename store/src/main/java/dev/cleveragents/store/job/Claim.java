package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.JobProtocol;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobStore;
import dev.cleveragents.store.Ids;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.Stored.Stand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
  private final KeyBoard keys;
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
    this.keys = new KeyBoard(transaction, context.settings().keyLimits());
    this.queue = new Enqueuing(transaction, context, now, keys);
  }

  Claims.Made make() {
    keys.lock();
    Candidates candidates = new Candidates(transaction, wanted.filter(), context.ready());
    Long capacity = capacity();
    if (capacity == null) {
      return new Claims.Made(new ClaimResult.SessionOver(), candidates.reached());
    }
    makeDueReady(candidates);
    long runs = running.count(transaction, wanted.session(), now);
    int room = (int) Math.min(wanted.limit(), capacity - runs);
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
    return new Claims.Made(
        new ClaimResult.Claimed(claimed, postponed, nextDueIn()), candidates.reached());
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
      transaction.update(
          """
          UPDATE jobs SET status = 'RUNNING', stand = NULL, parked_at = NULL, owner = ?,
                          leases = leases + 1, started_at = ?
          WHERE id {ids}
          """,
          wanted.session().toString(),
          StoreClock.micros(now),
          new Ids(untold));
      untold.clear();
    }
  }

  /** How many jobs the session may run, or null if it is over; it cannot end while this claims. */
  private @Nullable Long capacity() {
    return transaction
        .first(
            "SELECT capacity FROM sessions WHERE id = ? AND over = 0 {share}",
            row -> row.getLong(1),
            wanted.session().toString())
        .orElse(null);
  }

  private void makeDueReady(Candidates candidates) {
    List<Stored> due =
        transaction.query(
            "SELECT "
                + Stored.COLUMNS
                + " FROM jobs WHERE stand = 'D' AND due_at <= ? ORDER BY due_at LIMIT ? {skip}",
            Stored::read,
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
      transaction.update("UPDATE jobs SET stand = 'R' WHERE id {ids}", new Ids(plain));
    }
  }

  private @Nullable Duration nextDueIn() {
    if (moved >= MOST_MOVED) {
      return Duration.ZERO;
    }
    Long due =
        transaction
            .first(
                "SELECT due_at FROM jobs WHERE stand = 'D' ORDER BY due_at LIMIT 1",
                row -> row.getLong(1))
            .orElse(null);
    if (due == null) {
      return null;
    }
    Duration left = Duration.between(now, StoreClock.instant(Objects.requireNonNull(due)));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
