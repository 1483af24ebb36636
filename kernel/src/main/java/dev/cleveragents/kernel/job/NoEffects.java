package dev.cleveragents.kernel.job;

/** Effects that store nothing. */
enum NoEffects implements Effects {
  NONE;

  @Override
  public void run(Unit unit) {}
}
