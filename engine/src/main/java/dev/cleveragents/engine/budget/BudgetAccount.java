package dev.cleveragents.engine.budget;

import dev.cleveragents.engine.model.Money;
import org.jspecify.annotations.Nullable;

/**
 * What may be spent, was spent and is reserved for calls under way, of one plan or one day.
 *
 * @param moneyCap null if money is not limited
 * @param tokensCap null if tokens are not limited
 */
public record BudgetAccount(
    String name,
    @Nullable Money moneyCap,
    @Nullable Long tokensCap,
    Money moneySpent,
    long tokensSpent,
    Money moneyReserved,
    long tokensReserved) {

  /** The most that a further call may cost here. */
  public Amount left() {
    Money money =
        moneyCap == null
            ? new Money(Long.MAX_VALUE)
            : new Money(
                moneyCap.picodollars() - moneySpent.picodollars() - moneyReserved.picodollars());
    long tokens = tokensCap == null ? Long.MAX_VALUE : tokensCap - tokensSpent - tokensReserved;
    return new Amount(money, tokens);
  }

  /** A copy with another cap. */
  BudgetAccount limitedTo(Budget cap) {
    return new BudgetAccount(
        name, cap.money(), cap.tokens(), moneySpent, tokensSpent, moneyReserved, tokensReserved);
  }

  boolean fits(Amount amount) {
    Amount left = left();
    return amount.money().compareTo(left.money()) <= 0 && amount.tokens() <= left.tokens();
  }

  /** The part of the cap that is spent or reserved, from 0; zero without a cap. */
  public double used() {
    double money =
        moneyCap == null
            ? 0
            : (double) (moneySpent.picodollars() + moneyReserved.picodollars())
                / moneyCap.picodollars();
    double tokens = tokensCap == null ? 0 : (double) (tokensSpent + tokensReserved) / tokensCap;
    return Math.max(money, tokens);
  }

  /** The cap as a budget. */
  public Budget cap() {
    return new Budget(moneyCap, tokensCap);
  }
}
