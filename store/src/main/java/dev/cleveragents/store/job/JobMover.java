package dev.cleveragents.store.job;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobProtocol;
import dev.cleveragents.kernel.job.JobSettings;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.MoveResult.Moved;
import dev.cleveragents.kernel.job.MoveResult.Reason;
import dev.cleveragents.kernel.job.MoveResult.Refused;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.key.KeyQueue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Makes the moves of one transaction, one after the other. {@link JobProtocol} decides each from
 * the current job; its effects run, and it is stored. {@link BatchedSuccesses} are stored first;
 * new jobs are collected and inserted together in {@link #flush}. The current state of a job that
 * is moved twice is kept here in between.
 */
final class JobMover {

  private final Transaction transaction;
  private final MoveContext context;
  private final Instant now;
  private final JobRows rows;
  private final KeyQueue keys;
  private final JobEnqueuer queue;
  private final Map<JobId, ActiveJob> jobs = new HashMap<>();

  /** The jobs whose success is stored already, as they ran. */
  private final Map<JobId, AsyncJob> succeeded = new HashMap<>();

  JobMover(Transaction transaction, MoveContext context) {
    this.transaction = transaction;
    this.context = context;
    this.now = context.clock().now();
    this.rows = new JobRows(transaction);
    this.keys = new KeyQueue(transaction, context.settings().keyLimits());
    this.queue = new JobEnqueuer(transaction, context, now, keys);
  }

  /** Ends these runs, before any other move is decided. */
  void endSucceeded(BatchedSuccesses successes) {
    successes
        .jobs()
        .forEach(
            (fence, jobs) ->
                rows.endSucceeded(jobs.keySet(), fence, now)
                    .forEach(id -> succeeded.put(id, Objects.requireNonNull(jobs.get(id)))));
  }

  /** Locks the rows of all other jobs to be moved, before any lock of keys. */
  void lock(List<JobId> ids) {
    jobs.putAll(rows.lock(ids.stream().filter(id -> !succeeded.containsKey(id)).toList()));
  }

  MoveAnswer move(MoveRequest request) {
    return switch (request) {
      case MoveRequest.Enqueue(JobSpec spec, Effects effects) -> enqueue(spec, effects);
      case MoveRequest.Finish(Lease lease, RunOutcome outcome, Effects effects, var _) ->
          finish(lease, outcome, effects);
      case MoveRequest.Cancel(JobId id, String reason, Effects effects) ->
          cancel(id, reason, effects);
      case MoveRequest.Note(Lease lease, Effects effects) -> note(lease, effects);
    };
  }

  /** The lowest rank of the jobs that these moves have made ready. */
  long lowestReady() {
    return queue.lowestReady();
  }

  /** Stores what was collected. */
  void flush() {
    queue.flush();
    keys.flush();
  }

  private MoveAnswer enqueue(JobSpec spec, Effects effects) {
    Enqueued enqueued = queue.enqueue(spec);
    if (enqueued.created()) {
      runEffects(enqueued.job(), effects);
    }
    return MoveAnswer.of(enqueued, enqueued.created());
  }

  private MoveAnswer finish(Lease lease, RunOutcome outcome, Effects effects) {
    AsyncJob ran = succeeded.get(lease.job());
    if (ran != null) {
      AsyncJob after = JobProtocol.finish(ran, lease, outcome, now, 0).orThrow();
      return MoveAnswer.of(new Moved(after), runEffects(after, effects), null);
    }
    ActiveJob before = jobs.get(lease.job());
    if (before == null) {
      return refusedAsEnded(lease.job(), Reason.LEASE_OVER);
    }
    MoveResult move =
        JobProtocol.finish(before.job(), lease, outcome, now, context.random().nextDouble());
    if (!(move instanceof Moved(AsyncJob after))) {
      return MoveAnswer.of(move, false, null);
    }
    boolean success = outcome instanceof RunOutcome.Succeeded;
    store(before, after);
    if (!success) {
      rows.recordAttempt(before.job(), after, now);
    }
    boolean more = runEffects(after, success ? effects : effects.and(endingOf(after)));
    return MoveAnswer.of(move, more || freesWork(after), null);
  }

  private MoveAnswer cancel(JobId id, String reason, Effects effects) {
    ActiveJob before = jobs.get(id);
    if (before == null) {
      return refusedAsEnded(id, Reason.ALREADY_ENDED);
    }
    MoveResult move = JobProtocol.requestCancel(before.job(), reason, now);
    if (!(move instanceof Moved(AsyncJob after))) {
      return MoveAnswer.of(move, false, null);
    }
    store(before, after);
    boolean ended = after.status().isTerminal();
    boolean more = runEffects(after, ended ? effects.and(endingOf(after)) : effects);
    return MoveAnswer.of(move, more || (ended && freesWork(after)), ended ? null : after.lease());
  }

  private MoveAnswer note(Lease lease, Effects effects) {
    ActiveJob stored = jobs.get(lease.job());
    if (stored == null || !stored.job().isRunningUnder(lease)) {
      return stored == null
          ? refusedAsEnded(lease.job(), Reason.LEASE_OVER)
          : MoveAnswer.of(new Refused(Reason.LEASE_OVER, stored.job()), false, null);
    }
    boolean more = runEffects(stored.job(), effects);
    return MoveAnswer.of(new Moved(stored.job()), more, null);
  }

  /** The refusal for a job that has ended or does not exist. */
  private MoveAnswer refusedAsEnded(JobId id, Reason reason) {
    AsyncJob ended = rows.ended(id).orElse(null);
    return MoveAnswer.of(
        new Refused(ended == null ? Reason.NOT_FOUND : reason, ended), false, null);
  }

  /** Stores the new state of a job and moves it to its new table or queue state. */
  private void store(ActiveJob before, AsyncJob after) {
    if (before.isKeyed()) {
      keys.lock();
      if (before.job().status() == AsyncJobStatus.RUNNING
          && after.status() != AsyncJobStatus.RUNNING) {
        keys.release(before.job());
      }
    }
    if (after.status().isTerminal()) {
      rows.end(after);
      jobs.remove(after.id());
    } else if (after.status() == AsyncJobStatus.RUNNING) {
      rows.update(after, null, null);
      jobs.put(after.id(), new ActiveJob(after, null));
    } else {
      jobs.put(after.id(), queue.requeue(after));
    }
    // Also if it was parked: a move before it in this transaction may have had it called.
    if (before.isKeyed() && before.job().status() == AsyncJobStatus.QUEUED) {
      keys.leave(before.job());
    }
  }

  /** Runs the effects of a move and enqueues their jobs; returns whether there are any. */
  private boolean runEffects(AsyncJob after, Effects effects) {
    List<JobSpec> specs;
    try {
      specs = new DatabaseUnit(after, transaction).run(effects);
    } catch (Throwable e) {
      throw context.asUnitFailure(after.id(), e);
    }
    specs.forEach(queue::enqueue);
    return !specs.isEmpty();
  }

  private Effects endingOf(AsyncJob after) {
    JobSettings settings = context.settings();
    return unit -> settings.endingOf(after.type()).ended(after, after.status()).run(unit);
  }

  private static boolean freesWork(AsyncJob after) {
    return after.status() == AsyncJobStatus.QUEUED
        || (after.status().isTerminal() && !after.spec().keys().isEmpty());
  }
}
