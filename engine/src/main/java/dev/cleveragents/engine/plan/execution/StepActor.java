package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.plan.MergedSubplans;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.workspace.sandbox.Sandbox;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A command or a script: its steps are known beforehand and the same every time, so an interrupted
 * plan continues after the last step that is stored as done.
 */
final class StepActor implements ExecutionActor {

  private static final Duration FILE_POLL_INTERVAL = Duration.ofMillis(50);
  private static final Duration FILE_DEADLINE = Duration.ofMinutes(10);

  private final ExecutionRun run;
  private final WorkSteps steps;

  StepActor(ExecutionRun run) {
    this.run = run;
    this.steps = new WorkSteps(run.plan());
  }

  @Override
  public void work() throws Exception {
    if (run.plan().brief().execution() instanceof Work.BySubplans) {
      new SubplanMerge(run).carryOut();
      return;
    }
    List<WorkStep> main = steps.main();
    for (WorkStep step : main.subList(Math.min(run.doneByActor(), main.size()), main.size())) {
      perform(step);
    }
  }

  @Override
  public void repair(ValidationFindings findings) throws Exception {
    if (run.plan().brief().execution() instanceof Work.BySubplans split) {
      repairMerged(findings, split);
    } else {
      repairBySteps(findings);
    }
  }

  private void repairMerged(ValidationFindings findings, Work.BySubplans split) throws Exception {
    SubplanMerge merge = new SubplanMerge(run);
    MergedSubplans last = merge.last().orElse(null);
    ValidationFindings explained = findings;
    // After a repair the files are no longer those of the subplans.
    if (last != null && last.step() == run.done() && last.leftOut().isEmpty()) {
      Optional<ValidationFindings> left =
          new ClashResponse(run, split, merge.merged()).to(findings);
      if (left.isEmpty()) {
        return;
      }
      explained = left.get();
    }
    if (WorkSteps.repairer(split) instanceof Work.ByModel model) {
      new ModelActor(run, model).repairMerged(explained);
    } else {
      repairBySteps(explained);
    }
  }

  private void repairBySteps(ValidationFindings findings) throws Exception {
    List<WorkStep> repair = steps.against(findings.text());
    if (repair.isEmpty()) {
      throw findings.unrepaired("fail and the actor has no repair step");
    }
    int before =
        Math.max(steps.main().size(), Math.max(stepsBeforeAmendment(), stepsBeforeMerge()));
    int repairsDone = run.doneByActor() - before;
    int round = findings.requireRound(repairsDone / repair.size());
    List<WorkStep> left = repair.subList(repairsDone % repair.size(), repair.size());
    requirePermission(left.getFirst());
    run.recorder().decidedFor(run.done() + 1, findings.decisionToRepair(round));
    for (WorkStep step : left) {
      perform(step);
    }
  }

  /**
   * How many steps of this actor were done when the user last changed the command; its repairs are
   * counted from there.
   */
  private int stepsBeforeAmendment() {
    Optional<Integer> changed =
        run.services()
            .database()
            .read(
                transaction -> {
                  DecisionRows decisions = new DecisionRows(transaction);
                  return decisions.of(run.plan().id()).stream()
                      .filter(it -> !it.superseded())
                      .filter(it -> it.choice().type() == DecisionType.USER_INTERVENTION)
                      .flatMap(it -> decisions.stepOf(it.id()).stream())
                      .reduce((_, last) -> last);
                });
    return changed.map(step -> step - 1 - run.stepsOfUser(step - 1)).orElse(0);
  }

  /** How many steps of this actor were done with the last merge. */
  private int stepsBeforeMerge() {
    return new SubplanMerge(run).last().map(it -> it.step() - run.stepsOfUser(it.step())).orElse(0);
  }

  private void requirePermission(WorkStep step) throws InterruptedException {
    if (step instanceof WorkStep.UseTool use) {
      run.permission().require(use, run.done() + 1, run.in(use.step().resource()));
    }
  }

  /** Does one step and stores it as done. */
  private void perform(WorkStep step) throws Exception {
    run.token().throwIfCancelled();
    requirePermission(step);
    int number = run.done() + 1;
    switch (step) {
      case WorkStep.UseTool use ->
          run.tools()
              .run(
                  use,
                  new ToolStepRunner.StepSite(
                      number, steps.actor(), run.sandboxes(), run.in(use.step().resource())),
                  run.token());
      case WorkStep.Control(Script.Control control) -> steer(number, control);
      case WorkStep.Merge() -> throw new IllegalStateException("a merge has steps of its own");
    }
    run.stepIsDone();
  }

  private void steer(int number, Script.Control step) throws InterruptedException {
    PlanRecorder recorder = run.recorder();
    switch (step) {
      case Script.Decide(var choice) ->
          recorder.decided(
              number, StrategizePhase.choice(DecisionType.IMPLEMENTATION_CHOICE, choice));
      case Script.WaitFor(Duration time) -> {
        run.token().await(time);
        run.token().throwIfCancelled();
        recorder.stepDone(number, "waited");
      }
      case Script.WaitUntil(String file, var resource) -> {
        awaitFile(file, run.in(resource));
        recorder.stepDone(number, "found " + file);
      }
      case Script.Fail fail -> {
        fail(fail);
        recorder.stepDone(number, "continued after: " + fail.message());
      }
    }
  }

  private void awaitFile(String file, Sandbox sandbox) throws InterruptedException {
    long end = System.nanoTime() + FILE_DEADLINE.toNanos();
    while (!Files.exists(sandbox.resolve(file))) {
      if (System.nanoTime() - end > 0) {
        throw new PhaseFailedException(
            "timeout",
            "%s did not come within %d minutes".formatted(file, FILE_DEADLINE.toMinutes()),
            true,
            null);
      }
      run.token().await(FILE_POLL_INTERVAL);
      run.token().throwIfCancelled();
    }
  }

  private void fail(Script.Fail fail) {
    int before = run.plan().status().counters().phaseRetries();
    if (fail.times() == 0 || before < fail.times()) {
      throw new PhaseFailedException("script", fail.message(), fail.passing(), null);
    }
  }
}
