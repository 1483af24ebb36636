package dev.cleveragents.engine.plan.execution;

/** An actor at work on the execute phase; each kind of actor is one implementation. */
interface ExecutionActor {

  /** Does what is left of the work. After a crash it continues after the last stored step. */
  void work() throws Exception;

  /**
   * Repairs what required checks have found.
   *
   * @throws PhaseFailedException if it cannot, or has tried often enough
   */
  void repair(ValidationFindings findings) throws Exception;
}
