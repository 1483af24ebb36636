package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.plan.Brief.Work;
import java.util.List;

/**
 * From where a plan goes on when somebody resumes it.
 *
 * @param stage where it stands
 * @param underWay whether it needs nobody to resume it: it waits for a worker or has one
 * @param done how many steps of the phase are stored as done
 * @param steps how many steps the work has; mending after a failed check adds to what is done, not
 *     to this
 * @param next what comes next, in a few words
 * @param rebuilt the sandboxes that are made anew for it
 */
public record ResumePoint(
    Stage stage, boolean underWay, int done, int steps, String next, List<Rebuilt> rebuilt) {

  public ResumePoint {
    rebuilt = List.copyOf(rebuilt);
  }

  /**
   * A sandbox that is made anew.
   *
   * @param base the commit or tree that it begins as
   * @param changed how many files the steps done have changed since
   */
  public record Rebuilt(String resource, String base, long changed) {}

  /**
   * Looks at a plan; changes nothing.
   *
   * @throws PlanException if it cannot be resumed as it stands; says what helps
   */
  public static ResumePoint of(Plan plan, Scripts scripts, Changesets changesets) {
    Standing standing = plan.standing();
    boolean underWay = PlanService.isUnderWay(plan);
    if (!underWay) {
      PlanLifecycle.resume(standing);
    }
    return switch (standing.phase()) {
      case STRATEGIZE ->
          new ResumePoint(standing.stage(), underWay, 0, 1, "decide what to do", List.of());
      case EXECUTE -> executing(plan, underWay, scripts, changesets);
      case APPLY ->
          new ResumePoint(standing.stage(), underWay, 0, 1, "apply the result", List.of());
    };
  }

  private static ResumePoint executing(
      Plan plan, boolean underWay, Scripts scripts, Changesets changesets) {
    int done = plan.standing().counters().stepsDone();
    List<WorkStep> main = new WorkSteps(plan, scripts).main();
    List<Change> net = done == 0 ? List.of() : changesets.net(plan.id(), done);
    List<Rebuilt> rebuilt =
        plan.brief().targets().stream()
            .map(target -> rebuilt(target.resource().name().toString(), target.base(), net))
            .toList();
    return new ResumePoint(
        plan.standing().stage(), underWay, done, main.size(), next(plan, main, done), rebuilt);
  }

  private static Rebuilt rebuilt(String resource, String base, List<Change> net) {
    return new Rebuilt(
        resource, base, net.stream().filter(change -> change.resource().equals(resource)).count());
  }

  private static String next(Plan plan, List<WorkStep> main, int done) {
    if (plan.brief().execution() instanceof Work.Undo(PlanId undone)) {
      return "take back plan " + undone;
    }
    if (done < main.size()) {
      return main.get(done).describe();
    }
    if (plan.brief().checks().isEmpty()) {
      return "hand on the result";
    }
    return done == main.size() ? "the checks" : "the checks, and mending where they fail";
  }
}
