package dev.cleveragents.engine.budget;

/** The next call of a model does not fit into a budget. The plan waits until more is added. */
public final class BudgetSpentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient BudgetAccount account;

  public BudgetSpentException(String message, BudgetAccount account) {
    super(message);
    this.account = account;
  }

  /** The account that has too little left. */
  public BudgetAccount account() {
    return account;
  }
}
