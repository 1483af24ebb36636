package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.plan.PlanJob.Purpose;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.KeyLimits;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The audit log, the clock, the new ids and the limit for everything that is written about plans.
 *
 * @param concurrency how many plans run at once; 0 for any number
 */
public record PlanJournal(AuditLog audit, StoreClock clock, UlidGenerator ids, int concurrency) {

  /** The key that all jobs of plans hold while there is a limit. */
  private static final String RUNNING = "plans";

  /** With ids in the order of the clock, for what counts as the last is the one that sorts last. */
  public PlanJournal(AuditLog audit, StoreClock clock) {
    this(audit, clock, clock.ids(), 0);
  }

  /** The same with a limit of running plans; 0 for none. */
  public PlanJournal atMost(int plans) {
    return new PlanJournal(audit, clock, ids, plans);
  }

  /** The job for the stretch that a plan is queued for. */
  public JobSpec job(Plan plan) {
    return job(plan, Purpose.WORK);
  }

  /**
   * The job for the stretch that a plan is queued for. It counts towards the limit that was set
   * when it was enqueued; a user who edits a plan is not kept waiting by it.
   */
  JobSpec job(Plan plan, Purpose purpose) {
    JobSpec spec = PlanJob.next(plan, purpose);
    return concurrency == 0 || purpose == Purpose.EDIT
        ? spec
        : spec.withKeys(KeyLimits.pool(RUNNING, concurrency));
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
