package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanStage;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.Changesets;
import java.util.List;

/**
 * The point from which a resumed plan continues.
 *
 * @param stage its stage
 * @param underWay whether it needs no resume: it waits for a worker or has one
 * @param done how many steps of the phase are stored as done
 * @param steps how many steps the work has; repairs after a failed check add to the steps done, not
 *     to this
 * @param next what comes next, in a few words
 * @param rebuilt the sandboxes that are rebuilt for it
 */
public record ResumePoint(
    PlanStage stage, boolean underWay, int done, int steps, String next, List<Rebuilt> rebuilt) {

  public ResumePoint {
    rebuilt = List.copyOf(rebuilt);
  }

  /**
   * A sandbox that is rebuilt.
   *
   * @param base the commit or tree that it begins as
   * @param changed how many files the steps done have changed since
   */
  public record Rebuilt(String resource, String base, long changed) {}

  /**
   * Looks at a plan; changes nothing.
   *
   * @param stepsOfUser how many of the steps done are not of the plan's actor
   * @throws OperationException if it cannot be resumed in its state; names the next action that
   *     helps
   */
  public static ResumePoint of(Plan plan, Changesets changesets, int stepsOfUser) {
    PlanStatus status = plan.status();
    boolean underWay = status.isUnderWay();
    // A plan that waits for its subplans is resumed with them.
    if (!underWay && !status.waitsForSubplans()) {
      PlanLifecycle.resume(status);
    }
    return switch (status.phase()) {
      case STRATEGIZE ->
          new ResumePoint(status.stage(), underWay, 0, 1, "decide what to do", List.of());
      case EXECUTE -> executing(plan, underWay, changesets, stepsOfUser);
      case APPLY -> new ResumePoint(status.stage(), underWay, 0, 1, "apply the result", List.of());
    };
  }

  private static ResumePoint executing(
      Plan plan, boolean underWay, Changesets changesets, int stepsOfUser) {
    int done = plan.status().counters().stepsDone();
    List<WorkStep> main = new WorkSteps(plan).main();
    List<Change> net = done == 0 ? List.of() : changesets.net(plan.id(), done);
    List<Rebuilt> rebuilt =
        plan.brief().targets().stream()
            .map(target -> rebuilt(target.resource().name().toString(), target.base(), net))
            .toList();
    return new ResumePoint(
        plan.status().stage(),
        underWay,
        done,
        main.size(),
        next(plan, main, done - stepsOfUser),
        rebuilt);
  }

  private static Rebuilt rebuilt(String resource, String base, List<Change> net) {
    return new Rebuilt(
        resource, base, net.stream().filter(change -> change.resource().equals(resource)).count());
  }

  private static String next(Plan plan, List<WorkStep> main, int done) {
    if (plan.brief().execution() instanceof Work.Undo(PlanId undone)) {
      return "undo plan " + undone;
    }
    if (plan.brief().execution() instanceof Work.ByModel model) {
      return done == 0
          ? "let %s begin".formatted(model.actor())
          : "let %s continue after step %d".formatted(model.actor(), done);
    }
    if (done < main.size()) {
      return main.get(done).describe();
    }
    if (plan.brief().checks().isEmpty()) {
      return "hand on the result";
    }
    return done == main.size() ? "the checks" : "the checks, and repairs where they fail";
  }
}
