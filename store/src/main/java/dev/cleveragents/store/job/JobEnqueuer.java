package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobProtocol;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.ActiveJob.QueueState;
import dev.cleveragents.store.job.key.IndexedText;
import dev.cleveragents.store.job.key.KeyQueue;
import dev.cleveragents.store.sql.RowMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts jobs into the queue within one transaction: ready, delayed, or parked at a key. New jobs
 * without keys are collected and inserted together.
 */
final class JobEnqueuer {

  private final Transaction transaction;
  private final MoveContext context;
  private final Instant now;
  private final KeyQueue keys;
  private final JobRows rows;
  private final List<@Nullable Object[]> inserts = new ArrayList<>();
  private long lowestReady = Long.MAX_VALUE;

  JobEnqueuer(Transaction transaction, MoveContext context, Instant now, KeyQueue keys) {
    this.transaction = transaction;
    this.context = context;
    this.now = now;
    this.keys = keys;
    this.rows = new JobRows(transaction);
  }

  /** Stores a new job, unless one with its idempotency key exists. */
  Enqueued enqueue(JobSpec spec) {
    AsyncJob job = JobProtocol.enqueue(new JobId(context.ids().next()), spec, now);
    AsyncJob known = reserveIdempotencyKey(job);
    if (known != null) {
      return new Enqueued(known, false);
    }
    String parkedAt = parkedAt(job);
    noteReady(job, parkedAt);
    inserts.add(JobRows.row(job, stateOf(job, parkedAt), parkedAt));
    if (!job.spec().keys().isEmpty()) {
      // A job that a key calls next must be found among the stored ones.
      flush();
    }
    return new Enqueued(job, true);
  }

  /** Stores that a job is queued again. */
  ActiveJob requeue(AsyncJob job) {
    String parkedAt = parkedAt(job);
    noteReady(job, parkedAt);
    QueueState state = stateOf(job, parkedAt);
    rows.update(job, state, parkedAt);
    return new ActiveJob(job, state);
  }

  /** The lowest rank of the jobs made ready. */
  long lowestReady() {
    return Math.min(lowestReady, keys.lowestCalled());
  }

  private void noteReady(AsyncJob job, @Nullable String parkedAt) {
    if (stateOf(job, parkedAt) == QueueState.READY) {
      lowestReady = Math.min(lowestReady, job.rank());
    }
  }

  /** Inserts the collected jobs. */
  void flush() {
    rows.insert(inserts);
    inserts.clear();
  }

  private @Nullable String parkedAt(AsyncJob job) {
    if (!isDue(job) || job.spec().keys().isEmpty()) {
      return null;
    }
    keys.lock();
    return keys.enter(job);
  }

  private boolean isDue(AsyncJob job) {
    return !job.times().dueAt().isAfter(now);
  }

  private QueueState stateOf(AsyncJob job, @Nullable String parkedAt) {
    if (!isDue(job)) {
      return QueueState.DELAYED;
    }
    return parkedAt == null ? QueueState.READY : QueueState.PARKED;
  }

  /** The job that has the key already, or null if this job got it. */
  private @Nullable AsyncJob reserveIdempotencyKey(AsyncJob job) {
    String wanted = job.spec().idempotencyKey();
    if (wanted == null) {
      return null;
    }
    String key = IndexedText.of(wanted);
    AsyncJob known = null;
    while (known == null) {
      int reserved =
          transaction.update(
              "INSERT INTO job_idempotency_keys (key, job_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
              key,
              job.id().toString());
      if (reserved == 1) {
        return null;
      }
      flush();
      known = holderOf(key);
    }
    return known;
  }

  /** The job that has the key; null if it was purged in the meantime, together with its key. */
  private @Nullable AsyncJob holderOf(String key) {
    return transaction
        .first(
            "SELECT job_id FROM job_idempotency_keys WHERE key = ?", RowMapper.of(JobId.class), key)
        .flatMap(rows::any)
        .orElse(null);
  }
}
