package dev.cleveragents.engine.budget;

import dev.cleveragents.engine.model.Money;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  private static final double NEARLY = 0.9;

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

  /** Whether this amount, which is spent already, has brought it to nine tenths of its cap. */
  boolean isNearlySpentBy(Amount last) {
    return isNearlySpent(moneySpent.picodollars(), tokensSpent)
        && !isNearlySpent(
            moneySpent.picodollars() - last.money().picodollars(), tokensSpent - last.tokens());
  }

  private boolean isNearlySpent(long picodollars, long tokens) {
    return (moneyCap != null && picodollars >= moneyCap.picodollars() * NEARLY)
        || (tokensCap != null && tokens >= tokensCap * NEARLY);
  }

  /** What is spent of which cap, for people. */
  public String spentOfCap() {
    return Stream.of(
            moneyCap == null ? "" : "%s of %s".formatted(moneySpent, moneyCap),
            tokensCap == null ? "" : "%,d of %,d tokens".formatted(tokensSpent, tokensCap))
        .filter(it -> !it.isEmpty())
        .collect(Collectors.joining(" and "));
  }

  /** The cap as a budget. */
  public Budget cap() {
    return new Budget(moneyCap, tokensCap);
  }
}
