package dev.cleveragents.engine.actor;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;

/** Reads and writes the guidance that users give to the agents of plans. */
public final class GuidanceRows {

  private final Transaction transaction;

  public GuidanceRows(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Guidance that no agent has been told yet. */
  public record Guidance(Ulid id, String text) {}

  public void add(Ulid id, PlanId plan, String text, Instant at) {
    transaction.update(
        "INSERT INTO plan_guidance (id, plan_id, text, at) VALUES (?, ?, ?, ?)",
        id.toString(),
        plan.toString(),
        text,
        StoreClock.micros(at));
  }

  /** What the agent of a plan has not been told yet, oldest first. */
  public List<Guidance> open(PlanId plan) {
    return transaction.query(
        "SELECT id, text FROM plan_guidance WHERE plan_id = ? AND step IS NULL ORDER BY id",
        RowMapper.of(Guidance.class),
        plan.toString());
  }

  /** Notes the step in which the agent is told. */
  public void taken(Ulid id, int step) {
    transaction.update(
        "UPDATE plan_guidance SET step = ? WHERE id = ?", (long) step, id.toString());
  }
}
