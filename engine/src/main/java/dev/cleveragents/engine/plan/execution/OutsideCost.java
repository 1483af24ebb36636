package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.budget.BudgetSpentException;
import dev.cleveragents.engine.model.Money;
import dev.cleveragents.engine.outside.AgentReport;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.Effects;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Counts what coding agents spend that pay for their models themselves. Their cost is known when
 * they report it, so that a run may exceed its budget; the next one does not begin.
 */
final class OutsideCost {

  /** The role of their calls in the ledger. */
  static final String ROLE = "outside";

  private final PlanServices services;
  private final Plan plan;

  OutsideCost(PlanServices services, Plan plan) {
    this.services = services;
    this.plan = plan;
  }

  /**
   * The dollars that a run may cost; empty if they are not limited.
   *
   * @throws BudgetSpentException if nothing is left
   */
  Optional<String> dollarsLeft(String actor) {
    List<BudgetAccount> accounts = accounts();
    for (BudgetAccount account : accounts) {
      if (account.left().money().picodollars() <= 0 || account.left().tokens() <= 0) {
        throw spent(actor, account);
      }
    }
    return accounts.stream()
        .filter(account -> account.moneyCap() != null)
        .map(account -> account.left().money())
        .min(Money::compareTo)
        .map(left -> left.toDollars().setScale(6, RoundingMode.DOWN).toPlainString());
  }

  private List<BudgetAccount> accounts() {
    return services
        .database()
        .read(
            transaction ->
                new BudgetRows(transaction)
                    .accountsOf(
                        plan.id(), plan.kind().root(), services.agents().perDay(), services.now()));
  }

  /**
   * Ends a run whose agent has reached its budget.
   *
   * @throws BudgetSpentException if there is a budget
   */
  void refuse(String actor) {
    Optional<BudgetAccount> tightest =
        accounts().stream()
            .filter(account -> account.moneyCap() != null)
            .min(Comparator.comparing(account -> account.left().money()));
    if (tightest.isPresent()) {
      throw spent(actor, tightest.get());
    }
  }

  private static BudgetSpentException spent(String actor, BudgetAccount account) {
    return new BudgetSpentException(
        "The budget of %s has too little left for %s"
            .formatted(account.name().startsWith("day:") ? "this day" : "the plan", actor));
  }

  /** The effect that the cost of a run is counted. */
  Effects counted(PlanRecorder recorder, String actor, AgentReport report) {
    if (!report.hasCost()) {
      return Effects.none();
    }
    Ulid id = services.journal().nextId();
    BudgetRows.Call call =
        new BudgetRows.Call(
            id,
            plan.id(),
            plan.kind().root(),
            plan.kind().project(),
            new BudgetRows.Caller(actor, ROLE),
            actor,
            report.money() != null);
    return new PlanSpending(services, recorder)
        .of(rows -> rows.addSettled(call, report.usage(), report.money(), services.now()));
  }
}
