package dev.cleveragents.engine.budget;

import dev.cleveragents.engine.model.Money;

/** An amount of money and of tokens that a call of a model costs or may cost. */
public record Amount(Money money, long tokens) {

  public static final Amount ZERO = new Amount(Money.ZERO, 0);

  /** The lesser of both, for money and for tokens. */
  Amount atMost(Amount other) {
    return new Amount(
        money.compareTo(other.money) <= 0 ? money : other.money, Math.min(tokens, other.tokens));
  }
}
