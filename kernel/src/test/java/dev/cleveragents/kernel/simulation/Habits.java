package dev.cleveragents.kernel.simulation;

/**
 * The guards that are a worker's own to keep.
 *
 * @param givesBackOrphans releases jobs that the store says run here and of which it knows nothing
 * @param fencesItself cancels its bodies when no beat was answered for too long
 * @param looksAfterOthers ends the sessions of workers that are dead
 */
record Habits(boolean givesBackOrphans, boolean fencesItself, boolean looksAfterOthers) {

  static final Habits GOOD = new Habits(true, true, true);
}
