package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.check.ValidationRows;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.UndoMerge;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.execution.ResultBuilder.BuiltResult;
import dev.cleveragents.engine.plan.execution.ResultBuilder.Wanted;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.git.BranchMerge.Merged;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.sandbox.source.PlanRefs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The execute phase of a plan that undoes another. No actor works: the result is a merge. After an
 * interruption it starts again from the beginning, with the same result.
 */
final class UndoExecution {

  private final PlanServices services;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;

  UndoExecution(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.plan = plan;
    this.job = job;
    this.token = token;
  }

  List<Plan.Result> run(PlanId undone) throws InterruptedException {
    Plan done = services.database().read(transaction -> new PlanRows(transaction).require(undone));
    UndoMerge inverse = new UndoMerge(services.sandboxes(), done);
    List<Wanted> wanted = new ArrayList<>();
    List<LocalConflict> conflicts = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      if (!inverse.isChanged(target)) {
        wanted.add(new Wanted(target, (sandbox, _) -> sandbox.baseTree()));
        continue;
      }
      switch (inverse.merge(target, plan.id(), token)) {
        case Merged.InConflict(List<LocalConflict> paths) -> conflicts.addAll(paths);
        case Merged.Clean(var merged) ->
            wanted.add(new Wanted(target, ResultBuilder.with(merged.tree())));
      }
    }
    if (!conflicts.isEmpty()) {
      throw new PhaseFailedException(
          "conflict",
          "Cannot undo plan %s, because later changes conflict with that: %s"
              .formatted(undone, UndoMerge.words(conflicts)),
          false,
          "Nothing was changed. Undo the later changes first, or edit these files by hand");
    }
    ResultBuilder builder = new ResultBuilder(services, plan, job, token);
    BuiltResult made = builder.make(wanted);
    if (!made.findings().none()) {
      throw new PhaseFailedException(
          "validation",
          "With plan %s undone, required checks fail: %s"
              .formatted(undone, made.findings().text().strip()),
          false,
          "Nothing was changed. Fix it with a new plan, or undo it by hand with 'git revert'");
    }
    builder.store(
        made,
        ResultBuilder.recorded(
            made.changes(), new ChangeOrigin("undo", undone.toString(), "system")),
        new ResultBuilder.Event(
            "undo.made",
            AuditEvent.data("undoes", undone.toString(), "changed", made.changes().size())),
        Effects.none());
    for (Target target : plan.brief().targets().stream().filter(inverse::isChanged).toList()) {
      new PlanRefs(services.sandboxes().repositoryOf(target.resource()))
          .forgetMerged(plan.id(), token);
    }
    return made.results();
  }

  /** Decides whether a plan's next phase may begin; an undo whose checks fail is shown before. */
  static Verdict verdict(
      Plan plan, PlanPhase next, @Nullable Double confidence, Transaction transaction) {
    Verdict verdict = plan.brief().rules().before(next, confidence);
    boolean undo = plan.brief().execution() instanceof Work.Undo && next == PlanPhase.APPLY;
    return verdict == Verdict.GO
            && undo
            && new ValidationRows(transaction)
                .latest(plan.id()).stream().anyMatch(run -> !run.result().passed())
        ? Verdict.ASK
        : verdict;
  }
}
