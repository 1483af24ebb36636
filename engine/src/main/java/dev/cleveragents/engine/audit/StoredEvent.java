package dev.cleveragents.engine.audit;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A row of the log, column by column; the hash covers all other columns. */
record StoredEvent(
    long position,
    String type,
    @Nullable String plan,
    @Nullable String job,
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
    StoredEvent placed = new StoredEvent(place, type, plan, job, actor, correlation, at, data, "");
    return placed.withHash(HashChain.next(previous, placed));
  }

  static StoredEvent read(ResultSet row) throws SQLException {
    return new StoredEvent(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getLong(7),
        row.getString(8),
        row.getString(9));
  }

  private StoredEvent withHash(String hash) {
    return new StoredEvent(position, type, plan, job, actor, correlation, at, data, hash);
  }

  AuditEntry entry() {
    AuditEvent event =
        new AuditEvent(
            type,
            plan == null ? null : PlanId.parse(plan),
            job == null ? null : new JobId(Ulid.parse(job)),
            actor,
            correlation,
            Json.readObject(data));
    return new AuditEntry(position, event, StoreClock.instant(at), hash);
  }
}
