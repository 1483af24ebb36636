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
    /** It holds the changes that were not selected when the earlier one was applied. */
    REST_OF,
    /** It undoes the earlier one. */
    UNDOES
  }
}
