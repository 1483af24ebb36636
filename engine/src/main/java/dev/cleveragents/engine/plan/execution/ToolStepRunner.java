package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.ConfinedCommands;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolContext;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.exec.LastOutputLine;
import dev.cleveragents.exec.LiveOutput;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.change.ChangesetHandle;
import dev.cleveragents.workspace.change.PlanExecutionContext;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one step that calls a tool.
 *
 * <ul>
 *   <li>A checkpoint is kept before the step.
 *   <li>All sandboxes of the plan are compared before and after it, and every change is recorded
 *       with its resource.
 *   <li>The changes of a failed step are kept as a changeset outside the plan. The step runs again
 *       in new sandboxes, from the files before it.
 * </ul>
 */
final class ToolStepRunner {

  private static final Logger log = LoggerFactory.getLogger(ToolStepRunner.class);

  private final PlanExecutionContext context;
  private final ConfinedCommands commands;
  private final AutomationProfile profile;
  private final PlanRecorder recorder;
  private final boolean readOnly;
  private final ContextFile contextFile;
  private final PromptFile promptFile;
  private final OutsideCost cost;
  private final LiveOutput printed;

  /** The count of ignored files that earlier commands created. */
  private long ignored;

  /** The files after the last call of a model, if nothing else has run since. */
  private @Nullable ResourceTrees last;

  ToolStepRunner(
      PlanExecutionContext context, PlanServices services, Plan plan, PlanRecorder recorder) {
    this.context = context;
    this.commands = services.commands();
    this.profile = plan.brief().rules().profile();
    this.recorder = recorder;
    this.readOnly = plan.brief().rules().readOnly();
    this.contextFile = new ContextFile(services, plan, recorder);
    this.promptFile = new PromptFile(plan, services.journal().audit());
    this.cost = new OutsideCost(services, plan);
    this.printed =
        (_, bytes) ->
            services.agents().feed().text(plan.id(), new String(bytes, StandardCharsets.UTF_8));
  }

  /**
   * The number of a step, its actor and its sandboxes.
   *
   * @param group all sandboxes of the plan
   * @param sandbox the one in which the tool works
   */
  record StepSite(int number, String actor, SandboxGroup group, Sandbox sandbox) {}

  /** One of several attempts at a step. */
  private record Attempt(int number, int most) {

    boolean isLast() {
      return number >= most;
    }

    /** Which one it is; empty if there is only one. */
    String words() {
      return most == 1 ? "" : "attempt %d of %d".formatted(number, most);
    }

    /** What happened in it. */
    String with(String message) {
      return most == 1 ? message : "%s: %s".formatted(words(), message);
    }
  }

  /**
   * Runs a step until an attempt at it succeeds, each time from the files before it.
   *
   * @throws PhaseFailedException if the last attempt fails, or what it did is refused
   */
  void run(WorkStep.UseTool step, StepSite site, CancellationToken token)
      throws InterruptedException {
    ResourceTrees before = site.group().look(token);
    for (int number = 1;
        !run(step, site, new Attempt(number, step.attempts()), before, token);
        number++) {
      site.group().restore(before, token);
    }
  }

  /** Returns whether it succeeded; false only if another attempt follows. */
  private boolean run(
      WorkStep.UseTool step,
      StepSite site,
      Attempt attempt,
      ResourceTrees before,
      CancellationToken token)
      throws InterruptedException {
    ToolCall<?> call = step.step().call();
    int number = site.number();
    SandboxGroup group = site.group();
    OutsideRun outside = new OutsideRun(step, site, recorder, cost);
    CommandEnvironment environment = outside.prepared(environment(step, site, token));
    ChangesetHandle changeset = context.startChangeset(number);
    recorder.toolStarts(number, call, before, attempt.words());
    ChangeOrigin origin = new ChangeOrigin(call.tool().name(), "step-" + number, site.actor());
    ToolResult result;
    try {
      result =
          outside.explained(
              call.run(
                  new ToolContext(group, site.sandbox(), environment, commands(step), token)
                      .heardBy(outside.live().orElse(printed))));
    } catch (CancelledException e) {
      outside.cancelled();
      keepPartial(changeset, call, before, site, origin);
      throw e;
    }
    if (!result.succeeded()) {
      leave(
          changeset,
          call,
          new Left(before, site, origin, attempt.with(result.message()), result),
          outside.failed(),
          token);
      outside.requireBudget();
      if (!attempt.isLast()) {
        return false;
      }
      throw new PhaseFailedException(
          result.timedOut() ? "timeout" : "command",
          "Step %d, %s: %s%s"
              .formatted(
                  number,
                  call.describe(),
                  attempt.with(result.message()),
                  LastOutputLine.of(result.output())),
          false,
          null);
    }
    List<CapturedChange> changes = group.changes(before, group.look(token), token);
    Optional<PhaseFailedException> refusal = new StepChangeRules(readOnly).refusal(changes, site);
    if (refusal.isPresent()) {
      String why = String.valueOf(refusal.get().getMessage());
      leave(changeset, call, new Left(before, site, origin, why, result), outside.failed(), token);
      throw refusal.get();
    }
    changeset.recordAll(ResultBuilder.recorded(changes, origin));
    PlanRecorder.StepChanges made =
        new PlanRecorder.StepChanges(changes.size(), newlyIgnored(call, group, token));
    ToolResult told = result.withMessage(attempt.with(result.message()));
    changeset.complete(recorder.toolDone(number, call, told, made).and(outside.ended()));
    return true;
  }

  /**
   * Runs a call of a model and stores its answer. A failure is an answer too: changes that were
   * made until then are part of the plan, because the model continues from them.
   *
   * @param answer the effect that stores the answer beside the end of the changeset
   */
  void runForAgent(
      WorkStep.UseTool step,
      StepSite site,
      Function<ToolResult, Effects> answer,
      CancellationToken token)
      throws InterruptedException {
    ToolCall<?> call = step.step().call();
    int number = site.number();
    SandboxGroup group = site.group();
    ChangesetHandle changeset = context.startChangeset(number);
    ResourceTrees before = last == null ? group.look(token) : last;
    last = null;
    recorder.toolStarts(number, call, before, "");
    ToolResult result =
        call.run(
            new ToolContext(
                    group, site.sandbox(), environment(step, site, token), commands(step), token)
                .heardBy(printed));
    List<CapturedChange> changes = List.of();
    ResourceTrees after = before;
    String refused;
    try {
      after = group.look(token);
      changes = group.changes(before, after, token);
      refused =
          new StepChangeRules(readOnly)
              .refusal(changes, site)
              .map(Throwable::getMessage)
              .orElse("");
    } catch (OperationException e) {
      // It cannot be recorded, such as a name that is not UTF-8, or a repository among the files.
      refused = String.valueOf(e.getMessage());
    }
    if (!refused.isEmpty()) {
      group.restore(before, token);
      after = before;
      changes = List.of();
      result = ToolResult.failed(refused + "; all files are as they were before this call");
    }
    ChangeOrigin origin = new ChangeOrigin(call.tool().name(), "step-" + number, site.actor());
    changeset.recordAll(ResultBuilder.recorded(changes, origin));
    PlanRecorder.StepChanges made =
        new PlanRecorder.StepChanges(changes.size(), newlyIgnored(call, group, token));
    changeset.complete(recorder.toolDone(number, call, result, made).and(answer.apply(result)));
    last = after;
  }

  private ConfinedCommands commands(WorkStep.UseTool step) {
    return commands.withNetwork(profile.givesNetwork(step.standpoint().byModel()));
  }

  /** Looks at the files again before the next call of a model, because something else has run. */
  void lookAgain() {
    last = null;
  }

  /** Adds the folders of the sandboxes and, if the command uses it, the context file. */
  private CommandEnvironment environment(
      WorkStep.UseTool step, StepSite site, CancellationToken token) throws InterruptedException {
    ToolCall<?> call = step.step().call();
    if (!call.runsCommand()) {
      return step.environment();
    }
    Sandbox sandbox = site.sandbox();
    CommandEnvironment environment =
        contextFile.addTo(step.environment(), call.subjects(), sandbox, token);
    return (PromptFile.isUsedBy(call.subjects())
            ? promptFile.addTo(environment, context(environment, sandbox, token), sandbox)
            : environment)
        .with(site.group().directories());
  }

  /** The context for a coding agent, which can also search by itself. */
  private String context(CommandEnvironment environment, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    try {
      return contextFile.find(environment, sandbox, token).text();
    } catch (OperationException e) {
      recorder.contextMissing(String.valueOf(e.getMessage()));
      return "";
    }
  }

  /** Counts the ignored files that a command has created; other tools create none. */
  private long newlyIgnored(ToolCall<?> call, SandboxGroup group, CancellationToken token)
      throws InterruptedException {
    if (!call.runsCommand()) {
      return 0;
    }
    long before = ignored;
    ignored = group.ignoredCreated(token);
    return Math.max(0, ignored - before);
  }

  /**
   * A step that failed.
   *
   * @param before the files before it
   */
  private record Left(
      ResourceTrees before, StepSite site, ChangeOrigin origin, String why, ToolResult result) {}

  /**
   * Ends an interrupted step. Its changes until then are recorded if possible; otherwise they are
   * in its sandbox only, as those of a killed step.
   */
  private void keepPartial(
      ChangesetHandle changeset,
      ToolCall<?> call,
      ResourceTrees before,
      StepSite site,
      ChangeOrigin origin)
      throws InterruptedException {
    CancellationToken anyway = CancellationToken.none();
    try {
      SandboxGroup group = site.group();
      changeset.recordAll(
          ResultBuilder.recorded(group.changes(before, group.look(anyway), anyway), origin));
      changeset.abandon(
          recorder.checkpoint(
              Reason.INTERRUPTED, site.number(), call.describe(), before, changeset.id()));
    } catch (OperationException | GitException e) {
      log.info("The changes of interrupted step {} are only in its sandbox", site.number(), e);
    }
  }

  /** Ends a failed step. Its changes are recorded if possible; otherwise only the failure is. */
  private void leave(
      ChangesetHandle changeset,
      ToolCall<?> call,
      Left left,
      Effects beside,
      CancellationToken token)
      throws InterruptedException {
    SandboxGroup group = left.site().group();
    try {
      changeset.recordAll(
          ResultBuilder.recorded(
              group.changes(left.before(), group.look(token), token), left.origin()));
    } catch (OperationException e) {
      log.warn("The changes of failed step {} are only in its sandbox", changeset.step(), e);
    }
    changeset.abandon(
        recorder
            .toolFailed(
                left.site().number(),
                call,
                left.result().withMessage(left.why()),
                left.before(),
                changeset.id())
            .and(beside));
  }
}
