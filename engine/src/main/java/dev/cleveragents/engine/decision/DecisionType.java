package dev.cleveragents.engine.decision;

import java.util.Locale;

/** The subject of a decision. */
public enum DecisionType {
  /** The goal as the user gave it; the only root. */
  PROMPT_DEFINITION,
  INVARIANT_ENFORCED,
  STRATEGY_CHOICE,
  RESOURCE_SELECTION,
  SUBPLAN_SPAWN,
  SUBPLAN_PARALLEL_SPAWN,
  IMPLEMENTATION_CHOICE,
  TOOL_INVOCATION,
  ERROR_RECOVERY,
  VALIDATION_RESPONSE,
  USER_INTERVENTION,
  /** The user applies the work although its checks fail. */
  CHECKS_WAIVED,
  /** The user has edited the sandbox, which is a step of the plan. */
  USER_EDIT,
  /** The user continues with what an unfinished step has left, which is a step of the plan. */
  PARTIAL_KEPT,
  REPLAN;

  /** The form that is stored and shown. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The type of this id. */
  public static DecisionType of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
