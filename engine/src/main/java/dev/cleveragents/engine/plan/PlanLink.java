package dev.cleveragents.engine.plan;

import dev.cleveragents.workspace.PlanId;

/**
 * The relation of one plan to another.
 *
 * @param plan the later one
 * @param other the earlier one
 */
public record PlanLink(PlanId plan, Kind kind, PlanId other) {

  /** The role of the later plan towards the earlier one. */
  public enum Kind {
    /** It has what was not chosen when the earlier one was applied. */
    REST_OF,
    /** It takes back what the earlier one did. */
    UNDOES
  }
}
