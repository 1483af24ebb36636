package dev.cleveragents.engine.audit;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import org.jspecify.annotations.Nullable;

/**
 * A row of the log, column by column.
 *
 * @param hash covers all columns before it, and the hash of the row before
 * @param seal the hash under the key of the log; null where the log had no key
 */
record StoredEvent(
    long position,
    String type,
    @Nullable String planId,
    @Nullable String jobId,
    String actor,
    @Nullable String correlation,
    long at,
    String data,
    String hash,
    @Nullable String seal) {

  static final String COLUMNS =
      "position, type, plan_id, job_id, actor, correlation, at, data, hash, seal";

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
        "",
        null);
  }

  /** A copy at this position, bound to the previous hash, and sealed if there is a key. */
  StoredEvent at(long place, String previous, AuditKey.@Nullable Sealer sealer) {
    StoredEvent placed =
        new StoredEvent(place, type, planId, jobId, actor, correlation, at, data, "", null);
    String bound = HashChain.next(previous, placed);
    return new StoredEvent(
        place,
        type,
        planId,
        jobId,
        actor,
        correlation,
        at,
        data,
        bound,
        sealer == null ? null : sealer.seal(bound));
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
