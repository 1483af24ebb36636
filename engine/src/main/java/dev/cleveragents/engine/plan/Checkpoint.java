package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.change.ChangesetId;
import dev.cleveragents.engine.sandbox.Trees;
import dev.cleveragents.kernel.id.Ulid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A point on a plan's way, over all of its resources at once.
 *
 * @param place where on the way
 * @param what the step that came next, in a few words and without secrets
 * @param trees the files as they were before that step
 * @param changeset of a step that failed: what it had changed until then
 */
public record Checkpoint(
    Ulid id,
    PlanId plan,
    Place place,
    Reason reason,
    String what,
    Trees trees,
    @Nullable ChangesetId changeset,
    Instant at) {

  /**
   * Where on its way a plan is.
   *
   * @param round how often it was planned anew before
   * @param step how many steps were done
   */
  public record Place(int round, int step) {}

  /** Why it was kept. */
  public enum Reason {
    /** A tool that may write was about to run: the plan can be put back to here. */
    BEFORE_TOOL("before"),
    /** A tool failed: what it left behind is kept here, beside the plan. */
    FAILED("failed");

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
