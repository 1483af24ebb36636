package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.plan.Plan;

/** Hears what happens to a plan, from one thread. */
@FunctionalInterface
public interface PlanWatcher {

  /** Something has happened; each thing is told once, in order. */
  void happened(AuditEntry entry);

  /** The store has not answered whoever works on it, who tries again; told once each time. */
  default void troubled(String why) {}

  /** So it stands now; told many times a second while somebody works on it. */
  default void stands(Plan plan) {}
}
