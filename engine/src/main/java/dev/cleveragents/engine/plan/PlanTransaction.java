package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves plans within one transaction: each move is one conditional write on the version that was
 * seen, with its event beside it.
 */
public final class PlanTransaction {

  private final Transaction transaction;
  private final AuditLog audit;
  private final Instant now;
  private final PlanRows rows;

  PlanTransaction(Transaction transaction, AuditLog audit, Instant now) {
    this.transaction = transaction;
    this.audit = audit;
    this.now = now;
    this.rows = new PlanRows(transaction);
  }

  /** The transaction, for further writes beside a move. */
  public Transaction transaction() {
    return transaction;
  }

  /** The time of everything that is stored in it. */
  public Instant now() {
    return now;
  }

  /** The plan as stored, locked until this transaction ends. */
  public Optional<Plan> lock(PlanId id) {
    return rows.lock(id);
  }

  /** Stores a new plan. */
  public void make(Plan plan) {
    rows.insert(plan);
    Plan.Kind kind = plan.kind();
    append(
        "plan.made",
        plan,
        AuditEvent.data(
            "goal", kind.goal(),
            "action", kind.action(),
            "project", kind.project().toString(),
            "profile", kind.profile(),
            "stage", plan.status().stage().toString()));
  }

  /** Stores the new status of the plan. */
  public Plan move(Plan before, PlanStatus after, String reason) {
    return move(before, before.with(after), reason);
  }

  /** Stores the plan as it is after a move. */
  public Plan move(Plan before, Plan after, String reason) {
    Plan moved = update(before, after);
    Map<String, @Nullable Object> data =
        AuditEvent.data(
            "from", before.status().stage().toString(),
            "to", moved.status().stage().toString(),
            "reason", reason);
    if (moved.status().held()) {
      data.put("held", true);
    }
    append("plan.moved", moved, data);
    return moved;
  }

  /** Stores that the steps up to this one are done. */
  public Plan stepDone(Plan before, int steps) {
    return update(before, before.with(before.status().withStepsDone(steps)));
  }

  /** Stores another brief or result of a plan in the same status, with an event. */
  public Plan restate(Plan before, Plan after, String type, Map<String, @Nullable Object> data) {
    int steps = before.status().counters().stepsDone();
    Plan restated = update(before, after.with(before.status().withStepsDone(steps)));
    append(type, restated, data);
    return restated;
  }

  private Plan update(Plan before, Plan after) {
    Plan moved = after.movedAt(now);
    if (!rows.update(before, moved)) {
      throw OperationException.conflict(
          "Plan %s was moved by another process at the same moment".formatted(before.id()),
          NextAction.of(Verb.SHOW_PLAN));
    }
    return moved;
  }

  /** Stores an error, beside the move that it caused. */
  public void addError(Plan plan, PlanError error) {
    rows.addError(plan.id(), error.reworded(audit::redact));
    append(
        "plan.error",
        plan,
        AuditEvent.data(
            "category", error.category(),
            "message", error.message(),
            "retriable", error.retriable()));
  }

  /** Notes something that happened to a plan. */
  public void append(String type, Plan plan, Map<String, @Nullable Object> data) {
    audit.append(
        transaction,
        new AuditEvent(type, plan.id(), plan.job(), "system", plan.kind().root().toString(), data));
  }
}
