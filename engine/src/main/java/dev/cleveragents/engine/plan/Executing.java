package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.change.ChangeEntry;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.change.PlanExecutionContext;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.SandboxGroup;
import dev.cleveragents.engine.sandbox.Trees;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The second phase, under one lease: does the actor's steps in sandboxes of its own. A step's
 * changes are recorded and stored as done in one unit before the next step begins, so that whoever
 * goes on after a crash rebuilds exactly what the steps done have made.
 */
final class Executing {

  private static final Logger log = LoggerFactory.getLogger(Executing.class);

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);
  private static final Duration FILE_COMES_WITHIN = Duration.ofMinutes(10);

  private final Workshop workshop;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;
  private final WorkSteps steps;
  private final PlanExecutionContext context;
  private final Progress progress;
  private final ToolUse toolUse;
  private final Permission permission;
  private SandboxGroup sandboxes = new SandboxGroup(List.of());
  private int done;

  Executing(Workshop workshop, Plan plan, AsyncJob job, Scripts scripts, CancellationToken token) {
    this.workshop = workshop;
    this.plan = plan;
    this.job = job;
    this.token = token;
    this.steps = new WorkSteps(plan, scripts);
    this.context =
        new PlanExecutionContext(
            workshop.database(), workshop.jobs(), workshop.books().ids(), plan.id(), job.lease());
    this.progress = new Progress(workshop, plan.id(), job);
    this.toolUse = new ToolUse(context, workshop, plan, progress);
    this.permission = new Permission(workshop, plan);
    this.done = plan.standing().counters().stepsDone();
  }

  /** Does what is left to do, until the required checks pass; returns what came out. */
  List<Plan.Result> run() throws Exception {
    openSandboxes();
    try {
      return carryOut();
    } catch (ApprovalNeededException e) {
      sandboxes.all().forEach(it -> workshop.sandboxes().waiting(it, job.lease()));
      throw e;
    } catch (StepFailedException | PlanException e) {
      leaveSandboxes();
      throw e;
    }
  }

  private List<Plan.Result> carryOut() throws Exception {
    List<WorkStep> main = steps.main();
    for (WorkStep step : main.subList(Math.min(done, main.size()), main.size())) {
      perform(step);
    }
    Trees checked =
        new Checking(workshop, plan, job, token).untilPassed(this, sandboxes, main.size());
    List<Plan.Result> results =
        new Results(plan, sandboxes, new Changesets(workshop.database()), token).publish(checked);
    sandboxes.all().forEach(it -> workshop.sandboxes().committed(it, job.lease()));
    return results;
  }

  /** What is in them is kept; whoever tries again makes new ones. */
  private void leaveSandboxes() {
    try {
      sandboxes.all().forEach(it -> workshop.sandboxes().errored(it, job.lease()));
    } catch (PlanException e) {
      log.debug("The sandboxes of plan {} are left to the next owner", plan.id(), e);
    }
  }

  /** How many steps are stored as done. */
  int done() {
    return done;
  }

  WorkSteps steps() {
    return steps;
  }

  private void openSandboxes() throws Exception {
    if (done == 0) {
      context.startOver();
    }
    List<ChangeEntry> entries = new Changesets(workshop.database()).entries(plan.id(), done);
    List<Sandbox> opened = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      String name = target.resource().name().toString();
      Sandbox sandbox =
          workshop
              .sandboxes()
              .goOn(plan.id(), target.resource(), target.base(), job.lease(), token);
      opened.add(sandbox);
      sandbox.rebuild(
          entries.stream()
              .map(ChangeEntry::change)
              .filter(change -> change.resource().equals(name))
              .toList(),
          new ContentStore(workshop.database())::get,
          token);
    }
    sandboxes = new SandboxGroup(opened);
    if (done == 0) {
      workshop.tools().bounds().unwillingly().ifPresent(progress::unconfined);
    }
  }

  /**
   * Goes on only if the next step, which is this one, may be done.
   *
   * @throws ApprovalNeededException if somebody has to be asked first
   * @throws StepFailedException if it may not
   */
  void requirePermission(WorkStep step) {
    if (step instanceof WorkStep.Call call) {
      permission.require(call, done + 1, in(call.resource()));
    }
  }

  /** Does one step and stores that it is done. */
  void perform(WorkStep step) throws Exception {
    token.throwIfCancelled();
    requirePermission(step);
    int number = done + 1;
    switch (step) {
      case WorkStep.Call(ToolCall call, Name resource, var _) ->
          toolUse.run(
              call, new ToolUse.Place(number, steps.actor(), sandboxes, in(resource)), token);
      case WorkStep.Decide(var choice) -> progress.decided(number, choice);
      case WorkStep.WaitFor(Duration time) -> {
        token.await(time);
        token.throwIfCancelled();
        progress.stepDone(number, "waited");
      }
      case WorkStep.WaitUntil(String file, Name resource) -> {
        awaitFile(file, in(resource));
        progress.stepDone(number, "found " + file);
      }
      case WorkStep.Fail fail -> {
        fail(fail);
        progress.stepDone(number, "went on after: " + fail.message());
      }
    }
    done = number;
  }

  private Sandbox in(@Nullable Name resource) {
    return resource == null ? sandboxes.first() : sandboxes.of(resource);
  }

  private void awaitFile(String file, Sandbox sandbox) throws InterruptedException {
    long end = System.nanoTime() + FILE_COMES_WITHIN.toNanos();
    while (!Files.exists(sandbox.resolve(file))) {
      if (System.nanoTime() - end > 0) {
        throw new StepFailedException(
            "timeout",
            "%s did not come within %d minutes".formatted(file, FILE_COMES_WITHIN.toMinutes()),
            true,
            null);
      }
      token.await(LOOK_EVERY);
      token.throwIfCancelled();
    }
  }

  private void fail(WorkStep.Fail fail) {
    int before = plan.standing().counters().phaseRetries();
    if (fail.times() == 0 || before < fail.times()) {
      throw new StepFailedException("script", fail.message(), fail.passing(), null);
    }
  }
}
