package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.ConflictRows;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.conflict.PlanConflict.Resolved;
import dev.cleveragents.engine.definition.SubplanRules.Merge;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.engine.plan.SubplanResults;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.merge.Merged;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a plan does with the conflicts of its subplans, by its merge strategy: the user resolves
 * them, the plan fails, the last side is chosen, or the subplan that conflicts works again.
 */
final class MergeConflicts {

  private final ExecutionRun run;
  private final List<Plan> subplans;

  /**
   * @param subplans what is merged, in its order
   */
  MergeConflicts(ExecutionRun run, List<Plan> subplans) {
    this.run = run;
    this.subplans = subplans;
  }

  /**
   * Handles conflicts without a choice.
   *
   * @throws RuntimeException unless all have a choice then
   */
  void handle(List<PlanConflict> open) throws InterruptedException {
    Merge strategy =
        run.plan().brief().execution() instanceof Work.BySubplans split
            ? split.rules().merge()
            : Merge.GIT_THREE_WAY;
    switch (strategy) {
      case GIT_THREE_WAY -> throw new OpenConflictsException(open);
      case FAIL_ON_CONFLICT ->
          throw new PhaseFailedException(
              "conflict",
              "The results of the subplans conflict in %s"
                  .formatted(
                      open.stream().map(PlanConflict::path).collect(Collectors.joining(", "))),
              false,
              "Cancel one of the subplans, then resume the plan. With --merge git_three_way you"
                  + " can resolve conflicts");
      case LAST_WINS -> chooseLast(open);
      case SEQUENTIAL_APPLY -> rerun(open);
    }
  }

  private void chooseLast(List<PlanConflict> open) {
    String by = Merge.LAST_WINS.toString();
    run.recorder()
        .store(
            run.recorder()
                .change(
                    (moves, plan) -> {
                      ConflictRows rows = PlanConflicts.rows(moves.transaction(), plan);
                      for (PlanConflict each : open) {
                        ConflictChoice last = new ConflictChoice.Side(each.detail().sides().size());
                        rows.put(each, run.services().now());
                        rows.resolve(each, new Resolved(last, by, run.services().now()));
                        moves.append(
                            "conflict.resolved",
                            plan,
                            AuditEvent.data(
                                "path", each.path(), "choice", last.describe(), "by", by));
                      }
                    }));
  }

  /** Lets the first subplan that conflicts with those before it work again, on their merge. */
  private void rerun(List<PlanConflict> open) throws InterruptedException {
    List<PlanId> ids = subplans.stream().map(Plan::id).toList();
    int number = ids.size();
    for (PlanConflict each : open) {
      number = Math.min(number, first(each.detail().sides().get(1).subplans(), ids));
    }
    Plan subplan = subplans.get(number);
    List<Target> targets = new ArrayList<>();
    for (Target target : run.plan().brief().targets()) {
      Optional<String> base = merged(subplan, target, subplans.subList(0, number));
      if (base.isEmpty()) {
        throw new OpenConflictsException(open);
      }
      targets.add(target.on(base.get()));
    }
    // It has worked on exactly that, and conflicts all the same.
    if (subplan.brief().targets().equals(targets)) {
      throw new OpenConflictsException(open);
    }
    throw new SubplanRerunException(subplan.id(), targets);
  }

  private static int first(List<PlanId> side, List<PlanId> order) {
    return side.stream().mapToInt(order::indexOf).min().orElseThrow();
  }

  private Optional<String> merged(Plan subplan, Target target, List<Plan> before)
      throws InterruptedException {
    Merged merged =
        run.services()
            .sandboxes()
            .mergedBase(
                subplan.id(),
                target.resource(),
                target.base(),
                SubplanResults.of(before, target.resource().name()),
                run.token());
    return merged.isComplete() ? Optional.of(merged.tree()) : Optional.empty();
  }
}
