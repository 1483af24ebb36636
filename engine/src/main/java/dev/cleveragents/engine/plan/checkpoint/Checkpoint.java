package dev.cleveragents.engine.plan.checkpoint;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.ChangesetId;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A point to which a plan can be rolled back, over all of its resources at once.
 *
 * @param place the round and step of the point
 * @param what the step that came next, in a few words and without secrets
 * @param trees the files as they were before that step
 * @param changeset the changes of a step that failed or was interrupted; null otherwise
 */
public record Checkpoint(
    Ulid id,
    PlanId plan,
    Place place,
    Reason reason,
    String what,
    ResourceTrees trees,
    @Nullable ChangesetId changeset,
    Instant at) {

  /**
   * The progress of a plan.
   *
   * @param round how often the plan was replanned before
   * @param step how many steps were done
   */
  public record Place(int round, int step) {}

  /** The reason why a checkpoint was kept. */
  public enum Reason {
    /** A tool that may write was about to run: the plan can be rolled back to here. */
    BEFORE_TOOL("before"),
    /** A tool failed: its changes are kept here, beside the plan. */
    FAILED("failed"),
    /** A tool was interrupted: its changes until then are kept here, beside the plan. */
    INTERRUPTED("interrupted");

    private final String word;

    Reason(String word) {
      this.word = word;
    }

    /** In one word, for people. */
    public String word() {
      return word;
    }
  }

  /** How many steps were done. */
  public int step() {
    return place.step();
  }
}
