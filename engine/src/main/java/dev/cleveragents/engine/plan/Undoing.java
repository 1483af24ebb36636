package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.apply.Merging.Merged;
import dev.cleveragents.engine.apply.Overlap;
import dev.cleveragents.engine.change.Origin;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.plan.Remaking.Made;
import dev.cleveragents.engine.plan.Remaking.Wanted;
import dev.cleveragents.engine.sandbox.PlanRefs;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import java.util.ArrayList;
import java.util.List;

/**
 * The second phase of a plan that takes another back: no actor works, its files are a merge. Done
 * whole or done again from the beginning, which gives the same.
 */
final class Undoing {

  private final Workshop workshop;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;

  Undoing(Workshop workshop, Plan plan, AsyncJob job, CancellationToken token) {
    this.workshop = workshop;
    this.plan = plan;
    this.job = job;
    this.token = token;
  }

  List<Plan.Result> run(PlanId undone) throws InterruptedException {
    Plan done =
        workshop
            .database()
            .read(transaction -> new PlanRows(transaction).get(undone))
            .orElseThrow(
                () -> PlanException.notFound("There is no plan " + undone, "agents plan list"));
    Inverse inverse = new Inverse(workshop.sandboxes(), done);
    List<Wanted> wanted = new ArrayList<>();
    List<Overlap> conflicts = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      if (!inverse.isChanged(target)) {
        wanted.add(new Wanted(target, (sandbox, _) -> sandbox.baseTree()));
        continue;
      }
      switch (inverse.merge(target, plan.id(), token)) {
        case Merged.InConflict(List<Overlap> paths) -> conflicts.addAll(paths);
        case Merged.Clean(var merged) ->
            wanted.add(new Wanted(target, Remaking.with(merged.tree())));
      }
    }
    if (!conflicts.isEmpty()) {
      throw new StepFailedException(
          "conflict",
          "Plan %s cannot be taken back: %s".formatted(undone, Inverse.words(conflicts)),
          false,
          "Nothing was changed; undo what came later first, or edit these files by hand");
    }
    Remaking remaking = new Remaking(workshop, plan, job, token);
    Made made = remaking.make(wanted);
    if (!made.findings().none()) {
      throw new StepFailedException(
          "validation",
          "With plan %s taken back required checks fail: %s"
              .formatted(undone, made.findings().text().strip()),
          false,
          "Nothing was changed; mend it with a new plan instead, or undo it by hand with 'git revert'");
    }
    remaking.store(
        made,
        Remaking.recorded(made.changes(), new Origin("undo", undone.toString(), "system")),
        new Remaking.Event(
            "undo.made",
            Progress.data("undoes", undone.toString(), "changed", made.changes().size())),
        Effects.none());
    for (Target target : plan.brief().targets().stream().filter(inverse::isChanged).toList()) {
      new PlanRefs(workshop.sandboxes().repositoryOf(target.resource()))
          .forgetMerged(plan.id(), token);
    }
    return made.results();
  }
}
