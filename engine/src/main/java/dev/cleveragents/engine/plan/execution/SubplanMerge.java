package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.Subplans;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.execution.WorkStep.Standpoint;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import dev.cleveragents.engine.subplan.SubplanScheduler;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The step in which a plan takes over what its subplans made: their results are merged in the order
 * in which they were created, whichever ended first. Like every step it is recorded with its
 * changes, and after a crash it is repeated with the same result.
 */
final class SubplanMerge {

  private static final int MOST_NAMED = 3;
  private static final Duration DEADLINE = Duration.ofMinutes(10);

  private final ExecutionRun run;

  SubplanMerge(ExecutionRun run) {
    this.run = run;
  }

  /**
   * Creates the subplans of a plan, or waits for them; empty once all of them are to be merged, and
   * for a plan without any.
   *
   * @throws PhaseFailedException if one has failed
   */
  static Optional<Effects> prepared(
      PlanServices services, Plan plan, PlanRecorder recorder, CancellationToken token)
      throws InterruptedException {
    if (!(plan.brief().execution() instanceof Work.BySubplans work)) {
      return Optional.empty();
    }
    List<SubplanRow> rows = services.database().read(transaction -> Subplans.of(transaction, plan));
    Subplans subplans = new Subplans(services.journal());
    if (rows.isEmpty()) {
      // Until the merge no sandbox of its own keeps the base.
      for (PlanBrief.Target target : plan.brief().targets()) {
        services.sandboxes().pin(plan.id(), target.resource(), target.base(), token);
      }
      return Optional.of(recorder.storing((unit, stored) -> subplans.spawn(unit, stored, work)));
    }
    if (!SubplanScheduler.next(work.rules(), rows).over()) {
      return Optional.of(recorder.storing((unit, stored) -> subplans.await(unit, stored, work)));
    }
    services
        .database()
        .read(
            transaction -> {
              requireComplete(plan, rows, transaction);
              return plan;
            });
    return Optional.empty();
  }

  /**
   * Refuses to merge while a subplan has neither succeeded nor been cancelled.
   *
   * @throws PhaseFailedException if so; names those that failed, and why
   */
  private static void requireComplete(
      Plan parent, List<SubplanRow> subplans, Transaction transaction) {
    List<SubplanRow> failed = having(subplans, Progress.FAILED);
    if (!failed.isEmpty()) {
      String named =
          failed.stream()
              .limit(MOST_NAMED)
              .map(it -> "\n  %s: %s".formatted(it.name(), lastError(it.id(), transaction)))
              .collect(Collectors.joining());
      String more =
          failed.size() > MOST_NAMED ? "\n  and %d more".formatted(failed.size() - MOST_NAMED) : "";
      throw incomplete(
          "%d of %s failed:%s%s"
              .formatted(failed.size(), CountedNoun.of(subplans.size(), "subplan"), named, more),
          parent);
    }
    List<SubplanRow> blocked = having(subplans, Progress.PLANNED);
    if (!blocked.isEmpty()) {
      throw incomplete(
          "%s cannot start, because what it depends on was cancelled"
              .formatted(blocked.getFirst().name()),
          parent);
    }
    if (having(subplans, Progress.COMPLETE).isEmpty()) {
      throw incomplete("All subplans were cancelled", parent);
    }
  }

  private static List<SubplanRow> having(List<SubplanRow> subplans, Progress progress) {
    return subplans.stream().filter(it -> it.progress() == progress).toList();
  }

  private static String lastError(PlanId subplan, Transaction transaction) {
    List<PlanError> errors = new PlanRows(transaction).errors(subplan);
    return errors.isEmpty() ? "unknown" : errors.getLast().brief();
  }

  private static PhaseFailedException incomplete(String message, Plan parent) {
    return new PhaseFailedException(
        "subplans",
        message,
        false,
        "Resume the plan to run again what failed. To leave out a part, cancel that part first",
        NextAction.of(Verb.RESUME_PLAN, parent.id()));
  }

  void carryOut(int number) throws InterruptedException {
    List<Plan> complete = complete();
    ToolCall<?> call =
        new ToolCall<>(
            new MergeSubplansTool(complete.size(), it -> merge(complete, it)),
            new MergeSubplansTool.Arguments());
    run.tools()
        .run(
            new WorkStep.UseTool(
                new Script.UseTool(call, null),
                new Standpoint(1, null, call, false),
                CommandEnvironment.within(DEADLINE)),
            new ToolStepRunner.StepSite(number, "merge", run.sandboxes(), run.sandboxes().first()),
            run.token());
  }

  private List<Plan> complete() {
    return run.services()
        .database()
        .read(
            transaction ->
                having(Subplans.of(transaction, run.plan()), Progress.COMPLETE).stream()
                    .map(it -> new PlanRows(transaction).require(it.id()))
                    .toList());
  }

  /**
   * Merges in every sandbox, with the choices that users have made for conflicts.
   *
   * @throws OpenConflictsException if there are conflicts without a choice; no file is changed then
   */
  private void merge(List<Plan> subplans, List<Sandbox> sandboxes) throws InterruptedException {
    List<PlanConflict> known =
        run.services()
            .database()
            .read(transaction -> PlanConflicts.rows(transaction, run.plan()).all());
    Map<Sandbox, Merged> merged = new LinkedHashMap<>();
    List<PlanConflict> open = new ArrayList<>();
    for (Sandbox sandbox : sandboxes) {
      Merger merger = new Merger(sandbox.merges(run.token()));
      Merged one =
          merger.merge(
              sandbox.baseTree().id(),
              results(subplans, sandbox.resource()),
              MergeStrategy.GIT_THREE_WAY,
              run.token());
      one = ConflictResolution.of(known, sandbox.resource()).apply(merger, one, run.token());
      open.addAll(ConflictResolution.described(one.conflicts(), sandbox.resource()));
      merged.put(sandbox, one);
    }
    if (!open.isEmpty()) {
      throw new OpenConflictsException(open);
    }
    for (Map.Entry<Sandbox, Merged> each : merged.entrySet()) {
      each.getKey().restore(new Tree(each.getValue().tree()), run.token());
    }
  }

  /** What subplans made of a resource, in their order; those that changed nothing are left out. */
  static List<ChildResult> results(List<Plan> subplans, Name resource) {
    List<ChildResult> results = new ArrayList<>();
    for (Plan subplan : subplans) {
      String base =
          subplan.brief().targets().stream()
              .filter(it -> it.resource().name().equals(resource))
              .findFirst()
              .orElseThrow()
              .base();
      subplan.results().stream()
          .filter(it -> it.resource().equals(resource.toString()))
          .filter(it -> it.changed() > 0)
          .forEach(
              it ->
                  results.add(
                      new ChildResult(
                          results.size() + 1, subplan.id().toString(), base, it.tree())));
    }
    return results;
  }
}
