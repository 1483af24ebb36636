package dev.cleveragents.store.job;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What holds between the rows of the job tables after every commit, whoever made it: read in one
 * transaction, at any moment, also while others work.
 */
public final class Invariants {

  private record Row(
      String id, String status, @Nullable String stand, @Nullable String parkedAt, long rank) {}

  private record Key(String key, long held, @Nullable String called, long calledRank) {}

  private final Transaction transaction;
  private final KeyLimits limits;
  private final List<String> broken = new ArrayList<>();
  private final Map<String, Row> rows = new HashMap<>();
  private final Map<String, List<String>> keysOf = new HashMap<>();
  private final Map<String, Key> keys = new HashMap<>();

  private Invariants(Transaction transaction, KeyLimits limits) {
    this.transaction = transaction;
    this.limits = limits;
  }

  /** What is not as it must be; nothing if all is well. */
  public static List<String> broken(Transaction transaction, KeyLimits limits) {
    Invariants invariants = new Invariants(transaction, limits);
    invariants.load();
    invariants.checkRows();
    invariants.checkHeld();
    invariants.checkCalled();
    invariants.checkParked();
    return invariants.broken;
  }

  private void load() {
    transaction.query(
        "SELECT id, status, stand, parked_at, rank, owner, keys FROM jobs",
        row -> {
          Row job =
              new Row(
                  row.getString(1),
                  row.getString(2),
                  row.getString(3),
                  row.getString(4),
                  row.getLong(5));
          unless(
              job.status.equals("RUNNING") == (row.getString(6) != null),
              "%s has owner %s",
              job,
              row.getString(6));
          keysOf.put(job.id, KeyList.read(row.getString(7)));
          return rows.put(job.id, job);
        });
    transaction.query(
        "SELECT key, held, called, called_rank FROM job_keys",
        row ->
            keys.put(
                row.getString(1),
                new Key(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4))));
    transaction
        .query("SELECT id FROM jobs WHERE id IN (SELECT id FROM ended_jobs)", r -> r.getString(1))
        .forEach(id -> unless(false, "%s has ended and has not", id));
  }

  private void checkRows() {
    for (Row job : rows.values()) {
      unless(
          job.status.equals("QUEUED") ? job.stand != null : job.stand == null,
          "%s stands at %s",
          job,
          job.stand);
      unless(
          "P".equals(job.stand) == (job.parkedAt != null), "%s is parked at %s", job, job.parkedAt);
      unless(
          job.parkedAt == null || keysOf.getOrDefault(job.id, List.of()).contains(job.parkedAt),
          "%s is parked at a key it does not need",
          job);
    }
  }

  private void checkHeld() {
    Map<String, Long> held = new HashMap<>();
    for (Row job : rows.values()) {
      if (job.status.equals("RUNNING")) {
        keysOf.getOrDefault(job.id, List.of()).forEach(key -> held.merge(key, 1L, Long::sum));
      }
    }
    held.forEach(
        (key, count) ->
            unless(count <= limits.of(key), "%d running jobs hold the key %s", count, key));
    keys.values()
        .forEach(
            key ->
                unless(
                    key.held == held.getOrDefault(key.key, 0L),
                    "%s is said to be held %d times, but %s running jobs hold it",
                    key.key,
                    key.held,
                    held.get(key.key)));
    held.forEach((key, count) -> unless(keys.containsKey(key), "%s is held and has no row", key));
  }

  /** Whoever is called is ready and needs the key. */
  private void checkCalled() {
    for (Key key : keys.values()) {
      if (key.called != null) {
        Row called = rows.get(key.called);
        unless(
            called != null
                && "R".equals(called.stand)
                && called.rank == key.calledRank
                && keysOf.getOrDefault(called.id, List.of()).contains(key.key),
            "%s has called %s, which is %s",
            key,
            key.called,
            called);
      }
    }
  }

  /** Nobody waits for a key that has room, unless a better job is ready for it. */
  private void checkParked() {
    for (Row job : rows.values()) {
      if (job.parkedAt != null) {
        Key key = keys.get(job.parkedAt);
        boolean full = key != null && key.held >= limits.of(key.key);
        boolean better =
            key != null
                && key.called != null
                && (key.calledRank < job.rank
                    || (key.calledRank == job.rank && key.called.compareTo(job.id) < 0));
        unless(full || better, "%s is parked and will be called by nobody: %s", job, key);
      }
    }
  }

  @FormatMethod
  private void unless(boolean holds, @FormatString String message, @Nullable Object... details) {
    if (!holds) {
      broken.add(message.formatted(details));
    }
  }
}
