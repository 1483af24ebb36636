package dev.cleveragents.store.job.key;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.RowReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The holders of keys and the jobs that wait for them, within one transaction that has locked all
 * keys.
 *
 * <p>A queued job is either ready, or parked at a <em>place</em>. Each key has a place for every
 * type and group of jobs, because a claim asks for types and a group and must not find its jobs
 * behind others. A claim does not read parked jobs, however many there are. Invariant: if a key has
 * room and jobs are parked at a place of it, the job that the place has <em>called</em> is ready
 * and ranks before all of them. So the best ready job is the best that a claim may take, and a
 * parked job is read again only when it is its turn:
 *
 * <pre>
 *   key or place     held  called         parked, by rank
 *   target:/a           1
 *   target:/a · exec       —              7, 9, 12, … a million
 *   plan:4              0
 *   plan:4 · step          job 3 (ready)  5, 8
 * </pre>
 *
 * <p>Releasing a key calls the next job at each of its places. A called job that leaves the queue
 * calls the next job at its place, if there is room. A ready job that a claim finds blocked is
 * parked at the key that blocks it. A place has a row while jobs may be parked at it.
 */
public final class KeyQueue {

  /** The current state of one key; {@code stored} is whether it has a row. */
  private static final class HeldKey {
    final String key;
    final boolean stored;
    long count;
    boolean changed;

    HeldKey(String key, boolean stored, long count) {
      this.key = key;
      this.stored = stored;
      this.count = count;
    }

    void add(int more) {
      count += more;
      changed = true;
    }
  }

  /** The current state of one place. A row without a called job means that jobs may be parked. */
  private static final class Place {
    final String name;
    final boolean stored;
    @Nullable String called;
    long calledRank;
    boolean empty;
    boolean changed;

    Place(String name, boolean stored, @Nullable String called, long calledRank) {
      this.name = name;
      this.stored = stored;
      this.called = called;
      this.calledRank = calledRank;
      this.empty = !stored;
    }

    /** Whether a job is called that ranks before a job of this rank and id. */
    boolean isBetter(long rank, String id) {
      return called != null
          && (calledRank < rank || (calledRank == rank && called.compareTo(id) < 0));
    }

    void call(@Nullable String id, long rank) {
      called = id;
      calledRank = rank;
      changed = true;
    }

    String park() {
      changed |= empty;
      empty = false;
      return name;
    }

    void becomeEmpty() {
      changed |= !empty;
      empty = true;
    }
  }

  private final Transaction transaction;
  private final KeyLimits limits;
  private final Map<String, HeldKey> held = new LinkedHashMap<>();
  private final Map<String, Place> places = new LinkedHashMap<>();
  private boolean locked;
  private long lowestCalled = Long.MAX_VALUE;

  public KeyQueue(Transaction transaction, KeyLimits limits) {
    this.transaction = transaction;
    this.limits = limits;
  }

  /**
   * Locks all keys until the transaction ends. Rows of jobs are locked before that; if one is
   * needed afterwards, two transactions may deadlock, and one of them is retried.
   */
  public void lock() {
    if (!locked) {
      locked = true;
      transaction.lock(LOCK);
    }
  }

  /** The number of the advisory lock; no other code in the database may use it. */
  private static final long LOCK = 0x636c65766572L;

  /** Queues a job that is due now: null if it is ready, otherwise the place where it is parked. */
  public @Nullable String enter(AsyncJob job) {
    for (String key : job.spec().keys()) {
      Place place = place(key, job);
      if (isFull(key) || place.isBetter(job.rank(), job.id().toString())) {
        return place.park();
      }
    }
    for (String key : job.spec().keys()) {
      place(key, job).call(job.id().toString(), job.rank());
    }
    return null;
  }

  /** Parks the job at the first of its keys without room; null if all have room. */
  public @Nullable String parkIfBlocked(AsyncJob job) {
    for (String key : job.spec().keys()) {
      if (isFull(key)) {
        return place(key, job).park();
      }
    }
    return null;
  }

  /** A claim takes the keys of a job; returns the jobs that are called in its place. */
  public List<String> take(AsyncJob job) {
    job.spec().keys().forEach(key -> held(key).add(1));
    return leave(job);
  }

  /** A run has ended and releases its keys. */
  public void release(AsyncJob job) {
    for (String key : job.spec().keys()) {
      held(key).add(-1);
      placesOf(key).forEach(this::callNext);
    }
  }

  /** A queued job no longer waits for its keys; returns the jobs that are called in its place. */
  public List<String> leave(AsyncJob job) {
    List<String> called = new ArrayList<>();
    for (String key : job.spec().keys()) {
      Place place = place(key, job);
      if (job.id().toString().equals(place.called)) {
        place.call(null, 0);
        place.park();
      }
      if (place.called == null && !isFull(key)) {
        callNext(place);
        if (place.called != null) {
          called.add(place.called);
        }
      }
    }
    return called;
  }

  /** The lowest rank of the called jobs. */
  public long lowestCalled() {
    return lowestCalled;
  }

  /** Stores what has changed. */
  public void flush() {
    for (HeldKey key : held.values()) {
      if (key.changed) {
        store(key.key, key.stored, key.count > 0, key.count, null, 0);
      }
    }
    for (Place place : places.values()) {
      if (place.changed) {
        boolean kept = place.called != null || !place.empty;
        store(place.name, place.stored, kept, 0, place.called, place.calledRank);
      }
    }
    held.clear();
    places.clear();
  }

  private void store(
      String name, boolean stored, boolean kept, long held, @Nullable String called, long rank) {
    if (!kept) {
      transaction.update("DELETE FROM job_keys WHERE key = ?", name);
    } else if (stored) {
      transaction.update(
          "UPDATE job_keys SET held = ?, called = ?, called_rank = ? WHERE key = ?",
          held,
          called,
          rank,
          name);
    } else {
      transaction.update(
          "INSERT INTO job_keys (held, called, called_rank, key) VALUES (?, ?, ?, ?)",
          held,
          called,
          rank,
          name);
    }
  }

  private record ParkedJob(String id, long rank) {}

  /**
   * Calls the best parked job, unless the job called before is better: a better one may have been
   * parked while the key was full. If another transaction is ending that job, the update waits for
   * it, and the next best is tried.
   */
  private void callNext(Place place) {
    for (ParkedJob next = bestParked(place);
        next != null && !place.isBetter(next.rank, next.id);
        next = bestParked(place)) {
      int called =
          transaction.update(
              "UPDATE job_active SET stand = 'R', parked_at = NULL WHERE id = ? AND stand = 'P'",
              next.id);
      if (called == 1) {
        lowestCalled = Math.min(lowestCalled, next.rank);
        place.call(next.id, next.rank);
        return;
      }
    }
  }

  private @Nullable ParkedJob bestParked(Place place) {
    ParkedJob best =
        transaction
            .first(
                """
                SELECT id, rank FROM job_active WHERE stand = 'P' AND parked_at = ?
                ORDER BY rank, id LIMIT 1
                """,
                RowMapper.of(ParkedJob.class),
                place.name)
            .orElse(null);
    if (best == null) {
      place.becomeEmpty();
    }
    return best;
  }

  private boolean isFull(String key) {
    return held(key).count >= limits.of(key);
  }

  private HeldKey held(String key) {
    requireLock();
    String name = KeyRowNames.ofKey(key);
    return held.computeIfAbsent(
        key,
        it ->
            transaction
                .first(
                    "SELECT held FROM job_keys WHERE key = ?",
                    RowMapper.of(Long.class).then(count -> new HeldKey(name, true, count)),
                    name)
                .orElseGet(() -> new HeldKey(name, false, 0)));
  }

  private Place place(String key, AsyncJob job) {
    requireLock();
    return places.computeIfAbsent(
        KeyRowNames.of(key, job.spec()),
        name ->
            transaction
                .first("SELECT " + PLACE + " FROM job_keys WHERE key = ?", CALLED, name)
                .orElseGet(() -> new Place(name, false, null, 0)));
  }

  private static final String PLACE = "key, called, called_rank";

  private record Called(String key, @Nullable String called, @Nullable Long calledRank) {}

  private static final RowReader<Place> CALLED =
      RowMapper.of(Called.class)
          .then(
              row ->
                  new Place(
                      row.key, true, row.called, row.calledRank == null ? 0 : row.calledRank));

  /** All places of a key at which jobs may be parked. */
  private List<Place> placesOf(String key) {
    requireLock();
    String first = KeyRowNames.firstOf(key);
    String end = KeyRowNames.endOf(key);
    transaction
        .query("SELECT " + PLACE + " FROM job_keys WHERE key > ? AND key < ?", CALLED, first, end)
        .forEach(place -> places.putIfAbsent(place.name, place));
    return places.values().stream()
        .filter(place -> place.name.startsWith(first) && !(place.empty && place.called == null))
        .toList();
  }

  private void requireLock() {
    if (!locked) {
      throw new IllegalStateException("The keys are read without their lock");
    }
  }
}
