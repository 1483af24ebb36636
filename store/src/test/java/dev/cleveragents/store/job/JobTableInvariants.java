package dev.cleveragents.store.job;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.key.KeyRowNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of the job tables after every commit of any process: read in one transaction, at
 * any moment, also while workers run.
 */
public final class JobTableInvariants {

  /** A job; {@code places} leads from where it may be parked to the key it waits for there. */
  private record Row(
      String id,
      String status,
      @Nullable String stand,
      @Nullable String parkedAt,
      long rank,
      Map<String, String> places) {}

  private record Key(String name, long held, @Nullable String called, long calledRank) {}

  private final Transaction transaction;
  private final KeyLimits limits;
  private final List<String> broken = new ArrayList<>();
  private final Map<String, Row> rows = new HashMap<>();
  private final Map<String, Key> keys = new HashMap<>();

  private JobTableInvariants(Transaction transaction, KeyLimits limits) {
    this.transaction = transaction;
    this.limits = limits;
  }

  /** What is not as it must be; nothing if all is well. */
  public static List<String> broken(Transaction transaction, KeyLimits limits) {
    JobTableInvariants invariants = new JobTableInvariants(transaction, limits);
    invariants.load();
    invariants.checkRows();
    invariants.checkHeld();
    invariants.checkCalled();
    invariants.checkParked();
    return invariants.broken;
  }

  private void load() {
    transaction.query(
        "SELECT " + ActiveJob.COLUMNS + ", parked_at FROM job_active",
        row -> {
          ActiveJob stored = ActiveJob.ROW.read(row);
          AsyncJob job = stored.job();
          Map<String, String> places = new HashMap<>();
          job.spec().keys().forEach(key -> places.put(KeyRowNames.of(key, job.spec()), key));
          unless(
              (job.status() == AsyncJobStatus.RUNNING) == (job.owner() != null),
              "owner of %s",
              job);
          return rows.put(
              job.id().toString(),
              new Row(
                  job.id().toString(),
                  job.status().name(),
                  stored.state() == null ? null : stored.state().letter,
                  row.getString("parked_at"),
                  job.rank(),
                  places));
        });
    transaction.query(
        "SELECT key, held, called, called_rank FROM job_keys",
        row ->
            keys.put(
                row.getString(1),
                new Key(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4))));
    transaction
        .query(
            "SELECT id FROM job_active WHERE id IN (SELECT id FROM job_ended)", r -> r.getString(1))
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
          job.parkedAt == null || job.places.containsKey(job.parkedAt),
          "%s is parked at a key it does not need",
          job);
    }
  }

  private void checkHeld() {
    Map<String, Long> held = new HashMap<>();
    for (Row job : rows.values()) {
      if (job.status.equals("RUNNING")) {
        job.places.values().forEach(key -> held.merge(key, 1L, Long::sum));
      }
    }
    held.forEach(
        (key, count) ->
            unless(count <= limits.of(key), "%d running jobs hold the key %s", count, key));
    Map<String, Long> names = new HashMap<>();
    held.forEach((key, count) -> names.put(KeyRowNames.ofKey(key), count));
    for (Key key : keys.values()) {
      unless(
          key.held == names.getOrDefault(key.name, 0L),
          "%s is said to be held %d times, but %s running jobs hold it",
          key.name,
          key.held,
          names.get(key.name));
    }
    names.forEach(
        (name, count) -> unless(keys.containsKey(name), "%s is held and has no row", name));
  }

  /** A job that is called is ready and needs the key. */
  private void checkCalled() {
    for (Key key : keys.values()) {
      if (key.called != null) {
        Row called = rows.get(key.called);
        unless(
            called != null
                && "R".equals(called.stand)
                && called.rank == key.calledRank
                && called.places.containsKey(key.name),
            "%s has called %s, which is %s",
            key,
            key.called,
            called);
      }
    }
  }

  /** No job waits for a key that has room, unless a better job is ready for it. */
  private void checkParked() {
    for (Row job : rows.values()) {
      if (job.parkedAt != null) {
        String waitsFor = String.valueOf(job.places.get(job.parkedAt));
        Key key = keys.get(KeyRowNames.ofKey(waitsFor));
        boolean full = key != null && key.held >= limits.of(waitsFor);
        Key place = keys.get(job.parkedAt);
        boolean better =
            place != null
                && place.called != null
                && (place.calledRank < job.rank
                    || (place.calledRank == job.rank && place.called.compareTo(job.id) < 0));
        unless(place != null, "%s is parked at a place that has no row", job);
        unless(full || better, "%s is parked and will never be called: %s %s", job, key, place);
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
