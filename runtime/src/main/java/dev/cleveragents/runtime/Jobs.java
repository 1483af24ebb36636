package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanJob;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.store.JobQuery;
import dev.cleveragents.kernel.job.store.JobStore.Enqueued;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.store.job.report.JobAttempt;
import dev.cleveragents.store.job.report.JobAttempts;
import dev.cleveragents.store.job.report.JobSearch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queries and commands about jobs. Stateless. */
public final class Jobs {

  private static final int PURGED_AT_ONCE = 500;
  private static final int SHORTEST_ID_PART = 4;
  private static final Duration THROUGHPUT_OVER = Duration.ofMinutes(1);

  private final DatabaseJobStore store;
  private final AuditLog log;
  private final JobAttempts attempts;
  private final JobSearch search;

  Jobs(Database database, DatabaseJobStore store, AuditLog log) {
    this.store = store;
    this.log = log;
    this.attempts = new JobAttempts(database);
    this.search = new JobSearch(database);
  }

  /** Stores a user's job; see {@link DatabaseJobStore#enqueue}. */
  public Enqueued add(JobSpec spec) {
    return store.enqueue(spec, logged("job.added", "key", spec.idempotencyKey()));
  }

  /**
   * Records that the user has moved a job, in the transaction of the move.
   *
   * @param name of a detail
   * @param detail what it says
   */
  private Effects logged(String type, String name, @Nullable String detail) {
    return DatabaseUnit.storing(
        unit -> {
          JobSpec spec = unit.job().spec();
          AuditEvent event =
              new AuditEvent(
                  type, null, unit.job().id(), "user", null, Map.of("type", spec.type()));
          if (spec.type().equals(ExecCommand.TYPE)) {
            event = withCommand(event, spec.payload());
          }
          log.append(unit.transaction(), detail == null ? event : event.with(name, detail));
        });
  }

  private static AuditEvent withCommand(AuditEvent event, String payload) {
    try {
      ExecCommand command = ExecCommand.of(payload);
      return event
          .with("command", command.line())
          .with("directory", command.directory().toString());
    } catch (IllegalArgumentException e) {
      // Its worker says so too.
      return event.with("command", "cannot be read");
    }
  }

  /** The jobs that match, newest first. */
  public List<AsyncJob> list(JobQuery query) {
    return store.list(query);
  }

  /** The job of this id. */
  public Optional<AsyncJob> get(JobId id) {
    return store.get(id);
  }

  /** Whether the user edits a plan in a process of this store. */
  public boolean isEdit(Plan plan) {
    return plan.status().state() == PlanState.PROCESSING
        && Optional.ofNullable(plan.job())
            .flatMap(this::get)
            .filter(job -> job.spec().type().equals(PlanJob.EDIT_TYPE))
            .isPresent();
  }

  /**
   * The ids that equal this text, or begin or end with it if it has at least four characters. At
   * most {@code limit}; more than one means that the text is ambiguous.
   */
  public List<JobId> meantBy(String idOrPart, int limit) {
    return idOrPart.length() < SHORTEST_ID_PART ? List.of() : search.withIdPart(idOrPart, limit);
  }

  /** The stored attempts of a job, the first one first. */
  public List<JobAttempt> attempts(JobId job) {
    return attempts.of(job);
  }

  /** Requests that a job ends; see {@link DatabaseJobStore#requestCancel}. */
  public MoveResult cancel(JobId job, String reason) {
    String why = log.redact(reason);
    return store.requestCancel(job, why, logged("job.cancel_requested", "reason", why));
  }

  /**
   * Enqueues a new job like this one, which must have failed or been cancelled; it may start at
   * once. Idempotent: a second call for the same job returns the job added first.
   *
   * @return empty if the job has not ended, or has succeeded
   */
  public Optional<Enqueued> retry(AsyncJob job) {
    if (job.status() != AsyncJobStatus.FAILED && job.status() != AsyncJobStatus.CANCELLED) {
      return Optional.empty();
    }
    return Optional.of(
        store.enqueue(
            job.spec().withDelay(Duration.ZERO).withIdempotencyKey("retry:" + job.id()),
            logged("job.retried", "retry_of", job.id().toString())));
  }

  /**
   * Deletes up to {@code limit} jobs that ended more than {@code age} ago, in short transactions
   * that hardly delay others. Stops after a transaction when the token is cancelled.
   *
   * @return the number of deleted jobs
   */
  public long purge(Duration age, long limit, CancellationToken token) {
    long purged = 0;
    while (purged < limit && !token.isCancelled()) {
      int step = (int) Math.min(PURGED_AT_ONCE, limit - purged);
      int done = store.purge(age, step);
      purged += done;
      if (done < step) {
        break;
      }
    }
    return purged;
  }

  /** The state of the queue and its workers. */
  public QueueStatus status() {
    return new QueueStatus(
        store.counts(),
        search.retrying(),
        search.attempts(),
        search.endedWithin(THROUGHPUT_OVER),
        sessions());
  }

  /** The workers. */
  public List<QueueStatus.Session> sessions() {
    return store.sessions().stream().map(QueueStatus.Session::of).toList();
  }

  /** Whether a job of these types is running, ready or waiting for a retry. */
  public boolean anyLeft(Set<String> types) {
    return search.anyLeft(types);
  }
}
