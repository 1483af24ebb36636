package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The budgets of plans and what was spent. */
public final class PlanBudgets {

  private final Database database;
  private final PlanMover mover;
  private final PlanJournal journal;

  PlanBudgets(Database database, PlanMover mover, PlanJournal journal) {
    this.database = database;
    this.mover = mover;
    this.journal = journal;
  }

  /** The account of a plan; empty if nothing was limited or spent. */
  public Optional<BudgetAccount> account(PlanId plan) {
    return database.read(
        transaction -> new BudgetRows(transaction).account(BudgetRows.accountOf(plan)));
  }

  /** What each of these plans has spent with its children, in their order. */
  public List<PlanCost> costs(List<PlanId> plans) {
    return database.read(
        transaction -> {
          BudgetRows rows = new BudgetRows(transaction);
          return plans.stream().map(rows::costOf).toList();
        });
  }

  /** What a plan and its children have spent. */
  public PlanCost cost(PlanId plan) {
    return database.read(transaction -> new BudgetRows(transaction).costOf(plan));
  }

  /**
   * Adds to the budget of a plan. One that waits for it continues as soon as a worker claims it.
   *
   * @throws OperationException if the plan has no budget of that kind, or is over
   */
  public Plan add(PlanId id, Budget more) {
    Plan plan = mover.require(id);
    if (plan.status().state().isTerminal()) {
      throw OperationException.conflict(
          "Plan %s is %s and spends nothing more".formatted(id, plan.status().stage()), null);
    }
    if (!PlanStatus.BUDGET.equals(plan.status().waitsFor())) {
      return database.write(
          transaction -> {
            raise(transaction, plan, more);
            return plan;
          });
    }
    return mover.moveWithJob(
        id,
        before -> !PlanStatus.BUDGET.equals(before.status().waitsFor()),
        before -> before.with(PlanLifecycle.answered(before.status())),
        "its budget was raised",
        (transaction, before) -> raise(transaction, before, more));
  }

  private void raise(Transaction transaction, Plan plan, Budget more) {
    BudgetRows rows = new BudgetRows(transaction);
    String account = BudgetRows.accountOf(plan.kind().root());
    Budget now = rows.account(account).map(BudgetAccount::cap).orElse(Budget.UNLIMITED);
    Budget raised = new Budget(sum(now.money(), more.money()), sum(now.tokens(), more.tokens()));
    if (raised.equals(now)) {
      throw OperationException.invalid(
          "Plan %s has no budget in %s to add to; its budget is %s"
              .formatted(plan.id(), more.money() == null ? "tokens" : "money", now));
    }
    rows.limit(account, raised);
    journal
        .moves(transaction)
        .append(
            "budget.raised", plan, AuditEvent.data("by", more.toString(), "to", raised.toString()));
  }

  private static @Nullable Money sum(@Nullable Money now, @Nullable Money more) {
    return now == null || more == null ? now : now.plus(more);
  }

  private static @Nullable Long sum(@Nullable Long now, @Nullable Long more) {
    return now == null || more == null ? now : (Long) (now + more);
  }
}
