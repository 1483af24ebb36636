package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which key, and who stands for it, within one transaction that has all keys to itself.
 *
 * <p>A queued job either is ready, or is parked at one of its keys, where a million others may
 * stand too without anybody looking at them. Invariant: where a key has room and jobs are parked at
 * it, the job it has <em>called</em> is ready and better than all of them. So the best ready job is
 * the best of all, and a job is looked at again only when its turn has come:
 *
 * <pre>
 *   key        held  called         parked, by rank
 *   target:/a     1  —              7, 9, 12, … a million
 *   plan:4        0  job 3 (ready)  5, 8
 * </pre>
 *
 * <p>Taking a key, giving it back, and a called job that leaves the queue each call the next one,
 * if there is room. A ready job that a claim finds blocked is parked where it is blocked.
 */
final class KeyBoard {

  /** One key as it stands now; {@code stored} is whether it has a row. */
  private static final class Entry {
    final String key;
    final boolean stored;
    long held;
    @Nullable String called;
    long calledRank;
    boolean changed;

    Entry(String key, boolean stored, long held, @Nullable String called, long calledRank) {
      this.key = key;
      this.stored = stored;
      this.held = held;
      this.called = called;
      this.calledRank = calledRank;
    }

    /** Whether somebody is called who goes before a job of that rank and id. */
    boolean isBetter(long rank, String id) {
      return called != null
          && (calledRank < rank || (calledRank == rank && called.compareTo(id) < 0));
    }

    void call(@Nullable String id, long rank) {
      called = id;
      calledRank = rank;
      changed = true;
    }
  }

  private final Transaction transaction;
  private final KeyLimits limits;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private boolean locked;

  KeyBoard(Transaction transaction, KeyLimits limits) {
    this.transaction = transaction;
    this.limits = limits;
  }

  /**
   * Has all keys to itself until the transaction ends. Rows of jobs are kept before that; where one
   * is needed afterwards, two transactions may wait for each other, and one of them is run again.
   */
  void lock() {
    if (!locked) {
      locked = true;
      if (!transaction.writesAlone()) {
        transaction.query("SELECT pg_advisory_xact_lock(?)", row -> 1, LOCK);
      }
    }
  }

  /** The number of the lock: any, as long as nobody else in the database uses it. */
  private static final long LOCK = 0x636c65766572L;

  /** Where a job that is due now and needs these keys stands: ready (null) or parked at a key. */
  @Nullable String enter(AsyncJob job) {
    for (String key : job.spec().keys()) {
      Entry entry = entry(key);
      if (isFull(entry) || entry.isBetter(job.rank(), job.id().toString())) {
        return key;
      }
    }
    for (String key : job.spec().keys()) {
      entry(key).call(job.id().toString(), job.rank());
    }
    return null;
  }

  /** The first of its keys that has no room. */
  @Nullable String firstFull(AsyncJob job) {
    for (String key : job.spec().keys()) {
      if (isFull(entry(key))) {
        return key;
      }
    }
    return null;
  }

  /** A claim takes the keys of a job; returns who is called in its place. */
  List<String> take(AsyncJob job) {
    for (String key : job.spec().keys()) {
      Entry entry = entry(key);
      entry.held++;
      entry.changed = true;
    }
    return leave(job);
  }

  /** A run has ended and gives its keys back. */
  void giveBack(AsyncJob job) {
    for (String key : job.spec().keys()) {
      Entry entry = entry(key);
      entry.held--;
      entry.changed = true;
      callNext(entry);
    }
  }

  /** A ready job does not stand for its keys any more; returns who is called in its place. */
  List<String> leave(AsyncJob job) {
    List<String> called = new ArrayList<>();
    for (String key : job.spec().keys()) {
      Entry entry = entry(key);
      if (job.id().toString().equals(entry.called)) {
        entry.call(null, 0);
      }
      if (entry.called == null && !isFull(entry)) {
        callNext(entry);
        if (entry.called != null) {
          called.add(entry.called);
        }
      }
    }
    return called;
  }

  /** Stores what has changed. */
  void flush() {
    for (Entry entry : entries.values()) {
      if (!entry.changed) {
        continue;
      }
      if (entry.held == 0 && entry.called == null) {
        transaction.update("DELETE FROM job_keys WHERE key = ?", entry.key);
      } else if (entry.stored) {
        transaction.update(
            "UPDATE job_keys SET held = ?, called = ?, called_rank = ? WHERE key = ?",
            entry.held,
            entry.called,
            entry.calledRank,
            entry.key);
      } else {
        transaction.update(
            "INSERT INTO job_keys (held, called, called_rank, key) VALUES (?, ?, ?, ?)",
            entry.held,
            entry.called,
            entry.calledRank,
            entry.key);
      }
    }
    entries.clear();
  }

  private record Waiting(String id, long rank) {}

  /**
   * Calls the best of the parked, unless the one called before is better: while the key was full, a
   * better one may have been parked. Another transaction may be ending the very job; then it waits
   * for that, and looks again.
   */
  private void callNext(Entry entry) {
    for (Waiting next = bestParked(entry.key);
        next != null && !entry.isBetter(next.rank, next.id);
        next = bestParked(entry.key)) {
      int called =
          transaction.update(
              "UPDATE jobs SET stand = 'R', parked_at = NULL WHERE id = ? AND stand = 'P'",
              next.id);
      if (called == 1) {
        entry.call(next.id, next.rank);
        return;
      }
    }
  }

  private @Nullable Waiting bestParked(String key) {
    return transaction
        .first(
            """
            SELECT id, rank FROM jobs WHERE stand = 'P' AND parked_at = ?
            ORDER BY rank, id LIMIT 1
            """,
            row -> new Waiting(row.getString(1), row.getLong(2)),
            key)
        .orElse(null);
  }

  private boolean isFull(Entry entry) {
    return entry.held >= limits.of(entry.key);
  }

  private Entry entry(String key) {
    if (!locked) {
      throw new IllegalStateException("The keys are looked at without their lock");
    }
    return entries.computeIfAbsent(key, this::load);
  }

  private Entry load(String key) {
    return transaction
        .first(
            "SELECT held, called, called_rank FROM job_keys WHERE key = ?",
            row -> new Entry(key, true, row.getLong(1), row.getString(2), row.getLong(3)),
            key)
        .orElseGet(() -> new Entry(key, false, 0, null, 0));
  }
}
