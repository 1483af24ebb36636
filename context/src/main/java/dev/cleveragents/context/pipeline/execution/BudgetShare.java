package dev.cleveragents.context.pipeline.execution;

/** A strategy that is asked, and the tokens it gets. */
public record BudgetShare(SelectedStrategy chosen, int tokens) {

  public String name() {
    return chosen.name();
  }
}
