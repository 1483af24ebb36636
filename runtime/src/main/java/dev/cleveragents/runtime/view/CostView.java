package dev.cleveragents.runtime.view;

import static dev.cleveragents.runtime.view.ViewField.data;

import dev.cleveragents.engine.budget.BudgetAccount;
import dev.cleveragents.engine.budget.CostLine;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.model.Money;
import org.jspecify.annotations.Nullable;

/** The views of what models have cost and may cost. */
public final class CostView {

  /** What a plan has spent. */
  public static final EntityView<PlanCost> OF_PLAN =
      EntityView.unlisted(
          data("dollars", cost -> cost.money().toDollars().doubleValue()),
          data("tokens", PlanCost::tokens),
          data("calls", PlanCost::calls),
          data("unpriced_calls", PlanCost::unpriced),
          ViewField.page("cost", CostView::text));

  /** A line of a table of costs. */
  public static final EntityView<CostLine> LINE =
      EntityView.of(
          (line, _) -> new ViewRow(line.name(), text(line.cost()), "", Mark.NONE),
          data("name", CostLine::name),
          data("dollars", line -> line.money().toDollars().doubleValue()),
          data("tokens", CostLine::tokens),
          data("calls", CostLine::calls),
          data("unpriced_calls", CostLine::unpriced));

  /** The budget of a plan. */
  public static final EntityView<BudgetAccount> BUDGET =
      EntityView.unlisted(
          ViewField.of("cap", "budget", account -> account.cap().toString()),
          data("used", BudgetAccount::used),
          data("cap_dollars", account -> dollars(account.moneyCap())),
          data("cap_tokens", BudgetAccount::tokensCap),
          data("spent_dollars", account -> dollars(account.moneySpent())),
          data("spent_tokens", BudgetAccount::tokensSpent),
          data("reserved_dollars", account -> dollars(account.moneyReserved())),
          data("reserved_tokens", BudgetAccount::tokensReserved),
          ViewField.page(
              "spent",
              account -> "%s, %,d tokens".formatted(account.moneySpent(), account.tokensSpent())));

  private CostView() {}

  /** The cost for people, such as {@code $0.42, 12,300 tokens in 5 calls}. */
  public static String text(PlanCost cost) {
    return "%s, %,d tokens in %,d calls".formatted(cost, cost.tokens(), cost.calls());
  }

  private static @Nullable Object dollars(@Nullable Money money) {
    return money == null ? null : (Object) money.toDollars().doubleValue();
  }
}
