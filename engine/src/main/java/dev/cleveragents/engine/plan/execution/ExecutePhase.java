package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.PlanExecutionContext;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second phase, under one lease: does the actor's steps in sandboxes of its own. A step's
 * changes are recorded and stored as done in one unit before the next step begins. After a crash
 * the next worker therefore rebuilds exactly the files that the stored steps made.
 */
final class ExecutePhase {

  private static final Logger log = LoggerFactory.getLogger(ExecutePhase.class);

  /** How many rounds of repair an actor gets. */
  private static final int MOST_REPAIRS = 3;

  private static final Duration FILE_POLL_INTERVAL = Duration.ofMillis(50);
  private static final Duration FILE_DEADLINE = Duration.ofMinutes(10);

  private final PlanServices services;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;
  private final WorkSteps steps;
  private final PlanExecutionContext context;
  private final PlanRecorder recorder;
  private final ToolStepRunner tools;
  private final ToolPermission permission;
  private SandboxGroup sandboxes = new SandboxGroup(List.of());
  private int done;

  ExecutePhase(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.plan = plan;
    this.job = job;
    this.token = token;
    this.steps = new WorkSteps(plan);
    this.context =
        new PlanExecutionContext(
            services.database(), services.jobs(), services.journal().ids(), plan.id(), job.lease());
    this.recorder = new PlanRecorder(services, plan.id(), job);
    this.tools = new ToolStepRunner(context, services, plan, recorder);
    this.permission = new ToolPermission(services, plan);
    this.done = plan.status().counters().stepsDone();
  }

  /** Does the remaining steps until the required checks pass; returns the results. */
  List<Plan.Result> run() throws Exception {
    openSandboxes();
    try {
      return carryOut();
    } catch (ApprovalNeededException e) {
      sandboxes.all().forEach(it -> services.sandboxes().waiting(it, job.lease()));
      throw e;
    } catch (PhaseFailedException | OperationException e) {
      leaveSandboxes();
      throw e;
    }
  }

  private List<Plan.Result> carryOut() throws Exception {
    List<WorkStep> main = steps.main();
    for (WorkStep step : main.subList(Math.min(done, main.size()), main.size())) {
      perform(step);
    }
    ResourceTrees checked = repairUntilValid(main.size());
    List<Plan.Result> results =
        new ResultPublisher(plan, sandboxes, new Changesets(services.database()), token)
            .publish(checked);
    sandboxes.all().forEach(it -> services.sandboxes().committed(it, job.lease()));
    return results;
  }

  /**
   * Runs the checks, and lets the actor repair what the required ones find until they pass.
   *
   * @param mainSteps how many steps the work itself has; the steps after them are repairs
   * @return the files on which the checks passed
   * @throws PhaseFailedException if there is no repair, or after {@value #MOST_REPAIRS} rounds of
   *     it
   */
  private ResourceTrees repairUntilValid(int mainSteps) throws Exception {
    PlanValidator validator = new PlanValidator(services, plan, job, token);
    while (true) {
      ResourceTrees trees = sandboxes.look(token);
      ValidationFindings findings = validator.check(sandboxes, trees);
      if (findings.none()) {
        return trees;
      }
      for (WorkStep step : repair(findings, done - mainSteps)) {
        perform(step);
      }
    }
  }

  /** The steps left in this round of repair; stores the decision to do them. */
  private List<WorkStep> repair(ValidationFindings findings, int repairsDone) {
    List<WorkStep> repair = steps.against(findings.text());
    if (repair.isEmpty()) {
      throw failed(findings, "fail and the actor has no repair step");
    }
    int round = repairsDone / repair.size();
    if (round >= MOST_REPAIRS) {
      throw failed(findings, "still fail after %d rounds of repair".formatted(MOST_REPAIRS));
    }
    List<WorkStep> left = repair.subList(repairsDone % repair.size(), repair.size());
    requirePermission(left.getFirst());
    recorder.decidedFor(
        done + 1,
        DecisionContent.of(
            DecisionType.VALIDATION_RESPONSE,
            "How are the findings of %s handled?".formatted(findings.names()),
            "repair them, round %d of %d".formatted(round + 1, MOST_REPAIRS),
            findings.text()));
    return left;
  }

  private static PhaseFailedException failed(ValidationFindings findings, String remark) {
    return new PhaseFailedException(
        "validation",
        "Required checks %s: %s".formatted(remark, findings.text().strip()),
        false,
        "The plan's errors show the findings, its diff shows the work");
  }

  /** Keeps the sandboxes as they are; the next attempt opens new ones. */
  private void leaveSandboxes() {
    try {
      sandboxes.all().forEach(it -> services.sandboxes().errored(it, job.lease()));
    } catch (OperationException e) {
      log.debug("The sandboxes of plan {} are left to the next owner", plan.id(), e);
    }
  }

  private void openSandboxes() throws Exception {
    if (done == 0) {
      context.startOver();
    }
    List<ChangeEntry> entries = new Changesets(services.database()).entries(plan.id(), done);
    List<Sandbox> opened = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      String name = target.resource().name().toString();
      Sandbox sandbox =
          services
              .sandboxes()
              .resume(plan.id(), target.resource(), target.base(), job.lease(), token);
      opened.add(sandbox);
      sandbox.rebuild(
          entries.stream()
              .map(ChangeEntry::change)
              .filter(change -> change.resource().equals(name))
              .toList(),
          new ContentStore(services.database())::get,
          token);
    }
    sandboxes = new SandboxGroup(opened);
    if (done == 0) {
      services.commands().bounds().unwillingly().ifPresent(recorder::unconfined);
    }
  }

  /**
   * Checks that this step, which is the next one, may run.
   *
   * @throws ApprovalNeededException if a person must approve it first
   * @throws PhaseFailedException if it may not run
   */
  private void requirePermission(WorkStep step) {
    if (step instanceof WorkStep.UseTool use) {
      permission.require(use, done + 1, in(use.step().resource()));
    }
  }

  /** Does one step and stores it as done. */
  private void perform(WorkStep step) throws Exception {
    token.throwIfCancelled();
    requirePermission(step);
    int number = done + 1;
    switch (step) {
      case WorkStep.UseTool use ->
          tools.run(
              use,
              new ToolStepRunner.StepSite(
                  number, steps.actor(), sandboxes, in(use.step().resource())),
              token);
      case WorkStep.Control(Script.Control control) -> steer(number, control);
    }
    done = number;
  }

  private void steer(int number, Script.Control step) throws InterruptedException {
    switch (step) {
      case Script.Decide(var choice) ->
          recorder.decided(
              number, StrategizePhase.choice(DecisionType.IMPLEMENTATION_CHOICE, choice));
      case Script.WaitFor(Duration time) -> {
        token.await(time);
        token.throwIfCancelled();
        recorder.stepDone(number, "waited");
      }
      case Script.WaitUntil(String file, Name resource) -> {
        awaitFile(file, in(resource));
        recorder.stepDone(number, "found " + file);
      }
      case Script.Fail fail -> {
        fail(fail);
        recorder.stepDone(number, "continued after: " + fail.message());
      }
    }
  }

  private Sandbox in(@Nullable Name resource) {
    return resource == null ? sandboxes.first() : sandboxes.of(resource);
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
      token.await(FILE_POLL_INTERVAL);
      token.throwIfCancelled();
    }
  }

  private void fail(Script.Fail fail) {
    int before = plan.status().counters().phaseRetries();
    if (fail.times() == 0 || before < fail.times()) {
      throw new PhaseFailedException("script", fail.message(), fail.passing(), null);
    }
  }
}
