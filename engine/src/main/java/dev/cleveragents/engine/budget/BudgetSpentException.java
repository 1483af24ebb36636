package dev.cleveragents.engine.budget;

/** The next call of a model does not fit into a budget. The plan waits until more is added. */
public final class BudgetSpentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public BudgetSpentException(String message) {
    super(message);
  }
}
