package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.change.Change;
import java.util.List;

/**
 * What putting a plan back to a checkpoint takes back.
 *
 * @param steps the steps that are undone, the first one first; empty if the plan stands there
 * @param undone what they come to: created files go, changed and deleted ones are as before
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
   * @param changes what it changed
   */
  public record Step(int number, String what, List<Change> changes) {

    public Step {
      changes = List.copyOf(changes);
    }
  }
}
