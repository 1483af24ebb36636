package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.Redactor;
import dev.cleveragents.engine.change.ChangeEntry;
import dev.cleveragents.engine.change.ChangesetHandle;
import dev.cleveragents.engine.change.ChangesetHandle.Recorded;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.change.Contents;
import dev.cleveragents.engine.change.Origin;
import dev.cleveragents.engine.change.PlanExecutionContext;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.sandbox.Captured;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.Tree;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.exec.LastWords;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The second phase, under one lease: does the actor's steps in sandboxes of its own. A step's
 * changes are recorded and stored as done in one unit before the next step begins, so that whoever
 * goes on after a crash rebuilds exactly what the steps done have made.
 */
final class Executing {

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);
  private static final Duration FILE_COMES_WITHIN = Duration.ofMinutes(10);

  private final Workshop workshop;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;
  private final WorkSteps steps;
  private final PlanExecutionContext context;
  private final Progress progress;
  private final Map<String, Sandbox> sandboxes = new LinkedHashMap<>();
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
    this.done = plan.standing().counters().stepsDone();
  }

  /** Does what is left to do, until the required checks pass; returns what came out. */
  List<Plan.Result> run() throws Exception {
    openSandboxes();
    List<WorkStep> main = steps.main();
    for (WorkStep step : main.subList(Math.min(done, main.size()), main.size())) {
      perform(step);
    }
    new Checking(workshop, plan, job, token).untilPassed(this, sandboxes, main.size());
    List<Plan.Result> results =
        new Results(plan, sandboxes, new Changesets(workshop.database()), token).publish();
    sandboxes.values().forEach(it -> workshop.sandboxes().committed(it, job.lease()));
    return results;
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
    for (Target target : plan.brief().targets()) {
      String name = target.resource().name().toString();
      Sandbox sandbox =
          workshop
              .sandboxes()
              .open(plan.id(), target.resource(), target.base(), job.lease(), token);
      sandboxes.put(name, sandbox);
      sandbox.rebuild(
          entries.stream()
              .map(ChangeEntry::change)
              .filter(change -> change.resource().equals(name))
              .toList(),
          new ContentStore(workshop.database())::get,
          token);
    }
  }

  /** Does one step and stores that it is done. */
  void perform(WorkStep step) throws Exception {
    token.throwIfCancelled();
    int number = done + 1;
    switch (step) {
      case WorkStep.Call(ToolCall call) -> call(call, number);
      case WorkStep.Decide(var choice) -> progress.decided(number, choice);
      case WorkStep.WaitFor(Duration time) -> {
        token.await(time);
        token.throwIfCancelled();
        progress.stepDone(number, "waited");
      }
      case WorkStep.WaitUntil(String file) -> {
        awaitFile(file);
        progress.stepDone(number, "found " + file);
      }
      case WorkStep.Fail fail -> {
        fail(fail);
        progress.stepDone(number, "went on after: " + fail.message());
      }
    }
    done = number;
  }

  private void call(ToolCall call, int number) throws Exception {
    Sandbox sandbox = sandboxes.values().iterator().next();
    ChangesetHandle changeset = context.startChangeset(number);
    progress.toolStarts(number, call);
    Tree before = sandbox.look(token);
    ToolResult result = workshop.tools().run(call, sandbox, token);
    List<Captured> changes = sandbox.changes(before, sandbox.look(token), token);
    if (!result.succeeded()) {
      changeset.abandon();
      progress.toolFailed(number, call, result);
      throw new StepFailedException(
          result.transientTrouble() ? "timeout" : "command",
          "Step %d, %s: %s%s"
              .formatted(number, call.describe(), result.message(), LastWords.of(result.output())),
          result.transientTrouble(),
          null);
    }
    if (plan.brief().rules().readOnly() && !changes.isEmpty()) {
      changeset.abandon();
      throw new StepFailedException(
          "policy",
          "The plan may change nothing, but step %d changed %s"
              .formatted(number, changes.getFirst().change().path()),
          false,
          "Use an action that is not read_only");
    }
    refuseRedactionMarks(changeset, changes, number);
    record(changeset, changes, new Origin(call.tool(), "step-" + number, steps.actor()));
    changeset.complete(progress.toolDone(number, call, result, changes.size()));
  }

  /** What was taken out of a text for somebody to read must not be written back over a secret. */
  private static void refuseRedactionMarks(
      ChangesetHandle changeset, List<Captured> changes, int number) {
    for (Captured captured : changes) {
      if (Redactor.marks(captured.after()) > Redactor.marks(captured.before())) {
        changeset.abandon();
        throw new StepFailedException(
            "policy",
            "Step %d would write a redaction mark into %s, where a secret may stand"
                .formatted(number, captured.change().path()),
            false,
            "Let the actor leave that line as it is");
      }
    }
  }

  private static void record(ChangesetHandle changeset, List<Captured> changes, Origin origin) {
    List<Recorded> recorded = new ArrayList<>();
    for (Captured captured : changes) {
      recorded.add(new Recorded(captured.change(), contents(captured), origin));
    }
    changeset.recordAll(recorded);
  }

  private static Contents contents(Captured captured) {
    return Contents.of(
        Stream.of(captured.before(), captured.after())
            .flatMap(Optional::stream)
            .toArray(byte[][]::new));
  }

  private void awaitFile(String file) throws InterruptedException {
    Path first = sandboxes.values().iterator().next().directory();
    Path wanted = first.resolve(file);
    long end = System.nanoTime() + FILE_COMES_WITHIN.toNanos();
    while (!Files.exists(wanted)) {
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
