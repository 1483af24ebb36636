package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanNode;
import java.util.List;

/** Receives the events of a plan, from one thread. */
@FunctionalInterface
public interface PlanWatcher {

  /** Receives an event; each one once, in order. */
  void happened(AuditEntry entry);

  /** Receives the end of what a model or a command writes at present; empty if none does. */
  default void replying(String end) {}

  /** The store does not answer the worker, which retries; called once per outage. */
  default void troubled(String why) {}

  /** Receives the present state, each time that the plan was read. */
  default void updated(Plan plan) {}

  /** Receives the present state of all subplans below it, if it has any. */
  default void subplans(List<SubplanNode> subplans) {}

  /** Receives the last state again, several times a second, to show how the time passes. */
  default void ticked(Plan plan) {}
}
