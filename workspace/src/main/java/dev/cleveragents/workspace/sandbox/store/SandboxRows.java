package dev.cleveragents.workspace.sandbox.store;

import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.store.sql.RowReader;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rows of sandboxes, in one transaction. */
public final class SandboxRows {

  private static final String COLUMNS =
      "id, plan_id, resource, job_id, lease, host, directory, base, state, created_at, moved_at";

  private static final String SELECT =
      """
      SELECT id, plan_id AS plan, resource, job_id || '#' || lease AS lease, host, directory, base,
             state, created_at, moved_at
      FROM sandbox_records
      """;

  private static final RowReader<SandboxRecord> SANDBOX = RowMapper.of(SandboxRecord.class);

  private final Transaction transaction;

  public SandboxRows(Transaction transaction) {
    this.transaction = transaction;
  }

  void insert(SandboxRecord sandbox, Lease lease) {
    transaction.update(
        "INSERT INTO sandbox_records (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        sandbox.id().toString(),
        sandbox.plan().toString(),
        sandbox.resource().toString(),
        lease.job().toString(),
        lease.number(),
        sandbox.host(),
        sandbox.directory().toString(),
        sandbox.base(),
        sandbox.state().name(),
        StoreClock.micros(sandbox.createdAt()),
        StoreClock.micros(sandbox.movedAt()));
  }

  /**
   * Marks the sandboxes that earlier owners left in use as errored. One that was never finished
   * keeps its state: no worker has used it, so recovery may remove it, and its maker, whose lease
   * is over, can no longer move it.
   */
  void retireOthers(PlanId plan, Name resource, Lease lease, Instant now) {
    transaction.update(
        """
        UPDATE sandbox_records SET state = 'ERRORED', moved_at = ?
        WHERE plan_id = ? AND resource = ? AND state IN ('ACTIVE', 'WAITING', 'OPENED')
          AND NOT (job_id = ? AND lease = ?)
        """,
        StoreClock.micros(now),
        plan.toString(),
        resource.toString(),
        lease.job().toString(),
        lease.number());
  }

  /** Gives a waiting or opened sandbox to a new owner; says whether it still was that. */
  boolean claim(SandboxId id, Lease lease, Instant now) {
    return transaction.update(
            """
            UPDATE sandbox_records SET state = 'ACTIVE', job_id = ?, lease = ?, moved_at = ?
            WHERE id = ? AND state IN ('WAITING', 'OPENED')
            """,
            lease.job().toString(),
            lease.number(),
            StoreClock.micros(now),
            id.toString())
        == 1;
  }

  /**
   * Marks the waiting and opened sandboxes of a plan as rolled back: the plan does not resume in
   * them.
   */
  public void retireWaiting(PlanId plan, Instant now) {
    transaction.update(
        """
        UPDATE sandbox_records SET state = 'ROLLED_BACK', moved_at = ?
        WHERE plan_id = ? AND state IN ('WAITING', 'OPENED')
        """,
        StoreClock.micros(now),
        plan.toString());
  }

  /** Moves a sandbox if it is in the state {@code from}; says whether it was. */
  public boolean move(SandboxId id, SandboxState from, SandboxState to, Instant now) {
    if (!from.mayBecome(to)) {
      throw new IllegalArgumentException("No sandbox goes from %s to %s".formatted(from, to));
    }
    return transaction.update(
            "UPDATE sandbox_records SET state = ?, moved_at = ? WHERE id = ? AND state = ?",
            to.name(),
            StoreClock.micros(now),
            id.toString(),
            from.name())
        == 1;
  }

  /** Marks all sandboxes in which a plan works or has worked as rolled back. */
  public void rollBackAll(PlanId plan, Instant now) {
    transaction.update(
        """
        UPDATE sandbox_records SET state = 'ROLLED_BACK', moved_at = ?
        WHERE plan_id = ? AND state IN ('ACTIVE', 'WAITING', 'OPENED', 'COMMITTED')
        """,
        StoreClock.micros(now),
        plan.toString());
  }

  public Optional<SandboxRecord> find(SandboxId id) {
    return transaction.first(SELECT + "WHERE id = ?", SANDBOX, id.toString());
  }

  public List<SandboxRecord> ofPlan(PlanId plan) {
    return transaction.query(SELECT + "WHERE plan_id = ? ORDER BY id", SANDBOX, plan.toString());
  }

  /** All that are not removed, the first one first. */
  public List<SandboxRecord> all() {
    return transaction.query(SELECT + "WHERE state <> 'REMOVED' ORDER BY id", SANDBOX);
  }

  /** The ids, also of removed ones, that begin or end so, at most {@code limit}. */
  public List<SandboxId> withIdPart(String part, int limit) {
    return transaction.query(
        "SELECT id FROM sandbox_records WHERE id LIKE ? OR id LIKE ? ORDER BY id LIMIT ?",
        RowMapper.of(SandboxId.class),
        part + "%",
        "%" + part,
        (long) limit);
  }
}
