package dev.cleveragents.runtime;

import dev.cleveragents.context.safety.PathScope;

/**
 * What agents are told of projects.
 *
 * @param scope which files
 * @param budget how many tokens, where nobody says otherwise
 */
public record ContextRules(PathScope scope, int budget) {

  /** The usual budget: room for a command's own prompt is left in every model's window. */
  public static final int BUDGET = 16_000;

  /** Everything, in the usual budget. */
  public static final ContextRules STANDARD = new ContextRules(PathScope.ALL, BUDGET);
}
