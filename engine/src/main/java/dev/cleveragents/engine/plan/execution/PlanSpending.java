package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.job.DatabaseUnit;
import java.util.function.Consumer;

/** Changes the budgets of a running plan, with an event for each that is nearly spent by that. */
record PlanSpending(PlanServices services, PlanRecorder recorder) {

  Effects of(Consumer<BudgetRows> change) {
    return DatabaseUnit.writing(
        transaction -> {
          BudgetRows rows = new BudgetRows(transaction);
          change.accept(rows);
          for (BudgetAccount account : rows.nearlySpent()) {
            PlanTransaction moves = services.journal().moves(transaction);
            moves.append(
                "budget.warning",
                recorder.requireOurs(moves),
                AuditEvent.data("account", account.name(), "spent", account.spentOfCap()));
          }
        });
  }
}
