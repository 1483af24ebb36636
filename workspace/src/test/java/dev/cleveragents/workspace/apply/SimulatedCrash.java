package dev.cleveragents.workspace.apply;

import dev.cleveragents.workspace.apply.request.ApplyStep;
import java.util.ArrayList;
import java.util.List;

/** Stops an apply at a step, as the death of its process would. */
public final class SimulatedCrash implements ApplyStep.Listener {

  /** An error that no code catches, so that nothing is cleaned up. */
  public static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death(String message) {
      super(message);
    }
  }

  private final int deathAt;
  final List<ApplyStep> seen = new ArrayList<>();

  /**
   * @param deathAt how many steps it lives to see
   */
  public SimulatedCrash(int deathAt) {
    this.deathAt = deathAt;
  }

  /** Dies when this step is reached for the first time. */
  public static ApplyStep.Listener at(ApplyStep last) {
    return step -> {
      if (step == last) {
        throw new Death("at " + step);
      }
    };
  }

  boolean committed() {
    return seen.contains(ApplyStep.COMMITTED);
  }

  boolean dead() {
    return seen.size() > deathAt;
  }

  @Override
  public void reached(ApplyStep step) {
    seen.add(step);
    if (seen.size() == deathAt + 1) {
      throw new Death("at " + seen);
    }
  }
}
