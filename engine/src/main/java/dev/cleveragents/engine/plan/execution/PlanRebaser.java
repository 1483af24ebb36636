package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.execution.ResultBuilder.BuiltResult;
import dev.cleveragents.engine.plan.execution.ResultBuilder.Wanted;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.MovedTarget;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.TargetMoved;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.NetChanges;
import dev.cleveragents.workspace.sandbox.source.PlanRefs;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rebases a plan onto branches that have moved: its result was merged with them, and the merge is
 * checked like the work itself before it replaces the result. Only then is it stored, with the
 * commits it was merged with as the new bases.
 */
final class PlanRebaser {

  private static final int MOST_NAMED = 5;
  private static final int SHORT_ID = 10;

  private final PlanServices services;
  private final AsyncJob job;
  private final CancellationToken token;

  PlanRebaser(PlanServices services, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.job = job;
    this.token = token;
  }

  /** The outcome of a rebase. */
  sealed interface RebaseOutcome {

    /** The plan is rebased and changes exactly what was shown. */
    record AsShown(Plan plan) implements RebaseOutcome {}

    /**
     * The plan is rebased and its changes differ from what was shown.
     *
     * @param what the branches that moved and the paths that differ, in words
     */
    record Differs(Plan plan, String what) implements RebaseOutcome {}

    /** Required checks fail on the merged files; the plan is unchanged. */
    record Fails(String what, ValidationFindings findings) implements RebaseOutcome {}
  }

  RebaseOutcome follow(Plan plan, TargetMoved moved) throws InterruptedException {
    String what = words(plan, moved);
    ResultBuilder builder = new ResultBuilder(services, plan, job, token);
    BuiltResult made = builder.make(wanted(plan, moved));
    if (!made.findings().none()) {
      return new RebaseOutcome.Fails(what, made.findings());
    }
    List<Change> shown = new Changesets(services.database()).net(plan.id());
    List<Change> now = made.changes().stream().map(CapturedChange::change).toList();
    boolean same = NetChanges.areSame(shown, now);
    Plan after =
        builder.store(
            made,
            same
                ? null
                : ResultBuilder.recorded(
                    made.changes(), new ChangeOrigin("merge", "apply", "system")),
            new ResultBuilder.Event(
                "apply.merged",
                AuditEvent.data("moved", what, "same", same, "changed", now.size())),
            Effects.none());
    forget(plan, moved);
    return same
        ? new RebaseOutcome.AsShown(after)
        : new RebaseOutcome.Differs(
            after, what + "; " + differing(NetChanges.differing(shown, now)));
  }

  private static List<Wanted> wanted(Plan plan, TargetMoved moved) {
    List<Wanted> wanted = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      Optional<MovedTarget> there = of(target, moved);
      wanted.add(
          there.isPresent()
              ? new Wanted(target.on(there.get().base()), ResultBuilder.with(there.get().tree()))
              : new Wanted(target, ResultBuilder.asResultOf(plan, target)));
    }
    return wanted;
  }

  private static Optional<MovedTarget> of(Target target, TargetMoved moved) {
    return moved.targets().stream()
        .filter(it -> it.resource().equals(target.resource().name()))
        .findFirst();
  }

  private static String words(Plan plan, TargetMoved moved) {
    List<String> words = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      of(target, moved)
          .ifPresent(
              there ->
                  words.add(
                      "%s of %s went from %s to %s"
                          .formatted(
                              target.branch(),
                              target.resource().name().forPeople(),
                              shortId(target.base()),
                              shortId(there.base()))));
    }
    return String.join(", ", words);
  }

  private static String shortId(String commit) {
    return commit.substring(0, SHORT_ID);
  }

  private static String differing(List<String> paths) {
    String named = paths.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return paths.size() > MOST_NAMED
        ? "%s and %d more".formatted(named, paths.size() - MOST_NAMED)
        : named;
  }

  /** Drops the refs of the merges: the result has a ref of its own now. */
  private void forget(Plan plan, TargetMoved moved) throws InterruptedException {
    for (Target target : plan.brief().targets()) {
      if (of(target, moved).isPresent()) {
        new PlanRefs(services.sandboxes().repositoryOf(target.resource()))
            .forgetMerged(plan.id(), token);
      }
    }
  }
}
