package dev.cleveragents.engine.plan.checkpoint;

import dev.cleveragents.workspace.change.Change;
import java.util.List;

/**
 * The steps and changes that a rollback to a checkpoint undoes.
 *
 * @param steps the steps that are undone, the first one first; empty if the plan is there already
 * @param undone their net changes: created files are removed, changed and deleted ones restored
 */
public record Rollback(Checkpoint to, List<Step> steps, List<Change> undone) {

  public Rollback {
    steps = List.copyOf(steps);
    undone = List.copyOf(undone);
  }

  /**
   * A step that was done.
   *
   * @param what in a few words; empty if nothing is known of it
   * @param changes its changes
   */
  public record Step(int number, String what, List<Change> changes) {

    public Step {
      changes = List.copyOf(changes);
    }
  }
}
