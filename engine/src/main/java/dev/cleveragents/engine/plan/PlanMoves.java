package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.Event;
import dev.cleveragents.store.Transaction;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves plans within one transaction: each move is one conditional write on the version that was
 * seen, with its event beside it.
 */
final class PlanMoves {

  private final Transaction transaction;
  private final AuditLog audit;
  private final Instant now;
  private final PlanRows rows;

  PlanMoves(Transaction transaction, AuditLog audit, Instant now) {
    this.transaction = transaction;
    this.audit = audit;
    this.now = now;
    this.rows = new PlanRows(transaction);
  }

  /** The plan as it stands now; nobody else moves it before this transaction is over. */
  Optional<Plan> keep(PlanId id) {
    return rows.keep(id);
  }

  /** Stores a new plan. */
  void make(Plan plan) {
    rows.insert(plan);
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("goal", plan.kind().goal());
    data.put("action", plan.kind().action());
    data.put("project", plan.kind().project().toString());
    data.put("profile", plan.kind().profile());
    data.put("stage", plan.standing().stage().toString());
    append("plan.made", plan, data);
  }

  /** Stores how the plan stands from now on. */
  Plan move(Plan before, Standing after, String reason) {
    return move(before, before.with(after), reason);
  }

  /** Stores how the plan is from now on. */
  Plan move(Plan before, Plan after, String reason) {
    Plan moved = update(before, after);
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from", before.standing().stage().toString());
    data.put("to", moved.standing().stage().toString());
    data.put("reason", reason);
    if (moved.standing().held()) {
      data.put("held", true);
    }
    append("plan.moved", moved, data);
    return moved;
  }

  /** Stores that the steps up to this one are done. */
  Plan stepDone(Plan before, int steps) {
    return update(before, before.with(before.standing().withStepsDone(steps)));
  }

  private Plan update(Plan before, Plan after) {
    Plan moved = after.movedAt(now);
    if (!rows.update(before, moved)) {
      throw PlanException.conflict(
          "The plan %s was moved by somebody else at the same moment".formatted(before.id()),
          "agents plan status");
    }
    return moved;
  }

  /** Stores what went wrong, beside the move that it caused. */
  void addError(Plan plan, PlanError error) {
    rows.addError(plan.id(), error.reworded(audit::redact));
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("category", error.category());
    data.put("message", error.message());
    data.put("retriable", error.retriable());
    append("plan.error", plan, data);
  }

  /** Notes something that happened to a plan. */
  void append(String type, Plan plan, Map<String, @Nullable Object> data) {
    audit.append(
        transaction,
        new Event(type, plan.id(), plan.job(), "system", plan.kind().root().toString(), data));
  }
}
