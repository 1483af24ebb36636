package dev.cleveragents.engine.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An amount of US dollars, exact to a picodollar, so that prices per token add up without rounding.
 */
public record Money(long picodollars) implements Comparable<Money> {

  public static final Money ZERO = new Money(0);

  private static final BigDecimal PICODOLLARS_PER_DOLLAR = BigDecimal.TEN.pow(12);

  /**
   * An amount in dollars.
   *
   * @throws ArithmeticException if it is too large or finer than a picodollar
   */
  public static Money dollars(BigDecimal dollars) {
    return new Money(dollars.multiply(PICODOLLARS_PER_DOLLAR).longValueExact());
  }

  public Money plus(Money other) {
    return new Money(Math.addExact(picodollars, other.picodollars));
  }

  public Money times(long count) {
    return new Money(Math.multiplyExact(picodollars, count));
  }

  public BigDecimal toDollars() {
    return BigDecimal.valueOf(picodollars, 12).stripTrailingZeros();
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(picodollars, other.picodollars);
  }

  /** Dollars and cents; below a cent, four decimals. */
  @Override
  public String toString() {
    BigDecimal dollars = BigDecimal.valueOf(picodollars, 12);
    boolean fine = picodollars != 0 && dollars.abs().compareTo(new BigDecimal("0.01")) < 0;
    return "$" + dollars.setScale(fine ? 4 : 2, RoundingMode.HALF_UP).toPlainString();
  }
}
