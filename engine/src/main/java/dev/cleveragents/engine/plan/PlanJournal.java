package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The audit log, the clock and the new ids for everything that is written about plans. */
public record PlanJournal(AuditLog audit, StoreClock clock, UlidGenerator ids) {

  /** With ids in the order of the clock, for what counts as the last is the one that sorts last. */
  public PlanJournal(AuditLog audit, StoreClock clock) {
    this(audit, clock, clock.ids());
  }

  public Instant now() {
    return clock.now();
  }

  public Ulid nextId() {
    return ids.next();
  }

  /** Moves plans in this transaction. */
  public PlanTransaction moves(Transaction transaction) {
    return new PlanTransaction(transaction, audit, now());
  }

  /** Stores a choice of a plan in this transaction. */
  public void decide(Transaction transaction, PlanId plan, DecisionContent choice) {
    decide(transaction, plan, choice, null);
  }

  /** The same for a choice that is made in a step. */
  public void decide(
      Transaction transaction, PlanId plan, DecisionContent choice, @Nullable Integer step) {
    new DecisionRows(transaction).add(nextId(), plan, choice.reworded(audit::redact), step, now());
  }

  /** Asks and answers in this transaction. */
  public ApprovalRows approvals(Transaction transaction) {
    return new ApprovalRows(transaction, this);
  }
}
