package dev.cleveragents.context.pipeline;

/** There is some room, but less than the least that an answer needs. */
public final class BudgetTooSmallException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  /** Says how much there is and how much is needed. */
  BudgetTooSmallException(int budget, int reserve) {
    super(
        ("The context has a budget of %d tokens, which is below the reserve of %d for saying where "
                + "it comes from and showing anything; give at least %d, or 0 for no context")
            .formatted(budget, reserve, reserve));
  }
}
