package dev.cleveragents.engine.audit;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import org.jspecify.annotations.Nullable;

/** A row of the log, column by column; the hash covers all other columns. */
record StoredEvent(
    long position,
    String type,
    @Nullable String planId,
    @Nullable String jobId,
    String actor,
    @Nullable String correlation,
    long at,
    String data,
    String hash) {

  static final String COLUMNS =
      "position, type, plan_id, job_id, actor, correlation, at, data, hash";

  /** The event before it has a position in the log. */
  static StoredEvent unbound(AuditEvent event, long at) {
    return new StoredEvent(
        0,
        event.type(),
        event.plan() == null ? null : event.plan().toString(),
        event.job() == null ? null : event.job().toString(),
        event.actor(),
        event.correlation(),
        at,
        Json.write(event.data()),
        "");
  }

  /** A copy at this position, bound to the previous hash. */
  StoredEvent at(long place, String previous) {
    StoredEvent placed =
        new StoredEvent(place, type, planId, jobId, actor, correlation, at, data, "");
    return placed.withHash(HashChain.next(previous, placed));
  }

  private StoredEvent withHash(String hash) {
    return new StoredEvent(position, type, planId, jobId, actor, correlation, at, data, hash);
  }

  AuditEntry entry() {
    AuditEvent event =
        new AuditEvent(
            type,
            planId == null ? null : PlanId.parse(planId),
            jobId == null ? null : new JobId(Ulid.parse(jobId)),
            actor,
            correlation,
            Json.readObject(data));
    return new AuditEntry(position, event, StoreClock.instant(at), hash);
  }
}
