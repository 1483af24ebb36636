package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.conflict.PlanConflict.Resolved;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.plan.MergedSubplans;
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
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.merge.ConflictText;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
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
      return Optional.of(recorder.storing((unit, stored) -> subplans.await(unit, stored)));
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
   * Refuses to merge while a subplan has neither succeeded nor been cancelled, unless the rules let
   * the results of the others be merged.
   *
   * @throws PhaseFailedException if so; names those that failed, and why
   */
  private static void requireComplete(
      Plan parent, List<SubplanRow> subplans, Transaction transaction) {
    if (parent.brief().execution() instanceof Work.BySubplans work
        && work.rules().partial()
        && !having(subplans, Progress.COMPLETE).isEmpty()) {
      return;
    }
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

  /** The last merge that is done. */
  Optional<MergedSubplans> last() {
    return run.services()
        .database()
        .read(transaction -> MergedSubplans.of(transaction, run.plan(), run.done()));
  }

  /**
   * Does what is left to do: the merge, if other subplans are complete than are in the files, and
   * then a step for each choice of a user.
   */
  void carryOut() throws InterruptedException {
    List<Plan> complete = complete();
    List<String> names = complete.stream().map(SubplanMerge::name).toList();
    if (last().filter(it -> it.isOf(names)).isEmpty()) {
      merge(complete, List.of(), "");
    }
    settle();
  }

  /**
   * Puts the results of these alone into the files.
   *
   * @param leftOut names of complete subplans that are not among them
   * @param why they are not
   */
  void land(List<Plan> subplans, List<String> leftOut, String why) throws InterruptedException {
    merge(subplans, leftOut, why);
    settle();
  }

  private void merge(List<Plan> subplans, List<String> leftOut, String why)
      throws InterruptedException {
    int number = run.done() + 1;
    List<String> names = subplans.stream().map(SubplanMerge::name).toList();
    run.recorder().decidedFor(number, new MergedSubplans(names, leftOut, why, number).decision());
    perform("merge " + CountedNoun.of(subplans.size(), "subplan"), () -> restoreMerged(subplans));
  }

  /** Merges in every sandbox; no file is changed while there are conflicts without a choice. */
  private void restoreMerged(List<Plan> subplans) throws InterruptedException {
    List<PlanConflict> open = SubplanTrees.complete(run, subplans).open();
    if (!open.isEmpty()) {
      new MergeConflicts(run, subplans).handle(open);
    }
    SubplanTrees.merge(run, subplans).restore();
  }

  /** Puts the choices in that are not in the files: those of users, then those of actors. */
  private void settle() throws InterruptedException {
    List<Plan> subplans = merged();
    SubplanTrees trees = SubplanTrees.merge(run, subplans);
    MergedSubplans last = last().orElseThrow();
    if (trees.chosen().stream().allMatch(last::has)) {
      return;
    }
    for (PlanConflict each : trees.chosen()) {
      if (trees.resolve(each) && !last.has(each)) {
        Resolved how = Objects.requireNonNull(each.resolution());
        String choice = how.choice().describe();
        run.recorder()
            .decidedFor(run.done() + 1, MergedSubplans.resolution(each, choice, how.by()));
        perform("resolve %s: %s".formatted(each.path(), choice), trees::restore);
      }
    }
    for (PlanConflict each : trees.chosen()) {
      ConflictText text = trees.marked(each).orElse(null);
      if (text != null && !last.has(each)) {
        new ConflictActor(run, subplans).resolve(each, text);
      }
    }
  }

  private void perform(String what, MergeSubplansTool.Merging merging) throws InterruptedException {
    ToolCall<?> call =
        new ToolCall<>(new MergeSubplansTool(what, merging), new MergeSubplansTool.Arguments());
    run.tools()
        .run(
            new WorkStep.UseTool(
                new Script.UseTool(call, null),
                new Standpoint(1, null, call, false),
                CommandEnvironment.within(DEADLINE)),
            new ToolStepRunner.StepSite(
                run.done() + 1, "merge", run.sandboxes(), run.sandboxes().first()),
            run.token());
    run.stepIsDone();
  }

  private List<Plan> complete() {
    return run.services()
        .database()
        .read(transaction -> PlanConflicts.complete(transaction, run.plan()));
  }

  /** The subplans whose results are in the files, in merge order. */
  List<Plan> merged() {
    List<String> names = last().map(MergedSubplans::merged).orElse(List.of());
    return complete().stream().filter(it -> names.contains(name(it))).toList();
  }

  /** The name of a subplan. */
  static String name(Plan subplan) {
    return Objects.requireNonNull(subplan.brief().part()).name();
  }
}
