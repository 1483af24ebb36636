package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.conflict.PlanConflict.Resolved;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.plan.MergedSubplans;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.PlanBriefJson;
import dev.cleveragents.engine.plan.execution.WorkStep.Standpoint;
import dev.cleveragents.engine.tool.CommandEnvironment;
import dev.cleveragents.engine.tool.RunCommandTool;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.merge.ConflictText;
import dev.cleveragents.workspace.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Lets an actor resolve a conflict in the sandbox, where the file has all sides between markers. It
 * is told the goals of the subplans. What it makes of the file becomes the choice; if it leaves a
 * marker or fails, the choice is the user's again.
 */
final class ConflictActor {

  private static final long MOST_BYTES = 8 << 20;

  private final ExecutionRun run;
  private final List<Plan> subplans;

  ConflictActor(ExecutionRun run, List<Plan> subplans) {
    this.run = run;
    this.subplans = subplans;
  }

  /**
   * Resolves a conflict.
   *
   * @throws OpenConflictsException if the actor did not
   */
  void resolve(PlanConflict conflict, ConflictText text) throws InterruptedException {
    Sandbox sandbox = run.sandboxes().of(Name.of(conflict.resource()));
    Path file = sandbox.resolve(conflict.path());
    ConflictChoice.Delegated choice =
        (ConflictChoice.Delegated) Objects.requireNonNull(conflict.resolution()).choice();
    // After a crash it may have done its work already.
    if (isMarked(file, text)) {
      try {
        work(PlanBriefJson.readActor(choice.work()), conflict, sandbox);
      } catch (PhaseFailedException e) {
        throw unresolved(conflict, "%s: %s".formatted(choice.actor(), e.getMessage()));
      }
    }
    if (isRegular(file) && file.toFile().length() > MOST_BYTES) {
      throw unresolved(conflict, choice.actor() + " has made it too large to be kept");
    }
    if (isMarked(file, text)) {
      throw unresolved(conflict, choice.actor() + " has left conflict markers in it");
    }
    keep(conflict, contents(file), choice.actor());
  }

  private void work(Work actor, PlanConflict conflict, Sandbox sandbox)
      throws InterruptedException {
    switch (actor) {
      case Work.ByCommand command -> command(command, conflict, sandbox);
      case Work.ByModel model -> model(model, conflict);
      case Work.Plain _, Work.ByScript _, Work.Undo _, Work.BySubplans _, Work.Splitter _ ->
          throw new PhaseFailedException("conflict", "it cannot resolve a conflict", false, null);
    }
  }

  private void command(Work.ByCommand command, PlanConflict conflict, Sandbox sandbox)
      throws InterruptedException {
    String goal = task(conflict);
    String line =
        Template.ofOnly(CommandActor.PLACEHOLDERS, command.line())
            .fillCommandLine(Map.of("goal", goal, "file", conflict.path(), "findings", ""));
    ToolCall<?> call = RunCommandTool.call(line);
    WorkStep.UseTool step =
        new WorkStep.UseTool(
            new Script.UseTool(call, sandbox.resource()),
            new Standpoint(1, null, call, false),
            new CommandEnvironment(
                Map.of("AGENTS_GOAL", goal, "AGENTS_FILE", conflict.path()),
                command.passedOn(),
                command.deadline(),
                ""),
            command.output(),
            1 + command.retries());
    int number = run.done() + 1;
    run.permission().require(step, number, sandbox);
    run.tools()
        .run(
            step,
            new ToolStepRunner.StepSite(number, command.actor(), run.sandboxes(), sandbox),
            run.token());
    run.stepIsDone();
  }

  private void model(Work.ByModel model, PlanConflict conflict) throws InterruptedException {
    run.tools().lookAgain();
    PlanAgent agent =
        new PlanAgent(
            run,
            model,
            new PlanAgent.Role("resolution", AgentTools.forExecution(run, model)),
            model.limits());
    String task = task(conflict);
    if (!agent.begin() || !isTold(agent, task)) {
      agent.tell(Topic.TASK, task);
    }
    agent.work();
  }

  private static boolean isTold(PlanAgent agent, String task) {
    return agent.entriesSince(Topic.TASK).getFirst() instanceof AgentEntry.Message message
        && message.text().equals(task);
  }

  /** What an actor is told. */
  private String task(PlanConflict conflict) {
    StringBuilder text =
        new StringBuilder(
            "Resolve the conflict in %s. It has %d versions of some lines, between markers: <<<<<<<, |||||||, ======= and >>>>>>>. Keep what all sides want, and remove the markers. Change no other file.\n"
                .formatted(conflict.path(), conflict.detail().sides().size()));
    List<String> labels = conflict.labels(PlanConflicts.names(subplans));
    for (int side = 0; side < labels.size(); side++) {
      PlanConflict.Side each = conflict.detail().sides().get(side);
      text.append("\nSide %d, %s%s:\n".formatted(side + 1, labels.get(side), gone(each)));
      subplans.stream()
          .filter(it -> each.subplans().contains(it.id()))
          .forEach(it -> text.append(it.kind().goal().strip()).append('\n'));
    }
    return text.toString();
  }

  private static String gone(PlanConflict.Side side) {
    return side.there() ? "" : ", which deletes the file";
  }

  private static boolean isMarked(Path file, ConflictText text) {
    return isRegular(file) && text.isMarkedIn(read(file));
  }

  private static ConflictChoice contents(Path file) {
    return isRegular(file)
        ? new ConflictChoice.Contents(read(file))
        : new ConflictChoice.Deletion();
  }

  private static boolean isRegular(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw OperationException.failed("Cannot read %s: %s".formatted(file.getFileName(), e), e);
    }
  }

  /** Stores what the actor made as the choice, which later merges use. */
  private void keep(PlanConflict conflict, ConflictChoice choice, String actor) {
    run.recorder()
        .store(
            run.recorder()
                .deciding(run.done(), MergedSubplans.resolution(conflict, choice.describe(), actor))
                .and(
                    run.recorder()
                        .change(
                            (moves, plan) -> {
                              PlanConflicts.rows(moves.transaction(), plan)
                                  .resolve(
                                      conflict, new Resolved(choice, actor, run.services().now()));
                              moves.append(
                                  "conflict.resolved",
                                  plan,
                                  AuditEvent.data(
                                      "path",
                                      conflict.path(),
                                      "choice",
                                      choice.describe(),
                                      "by",
                                      actor));
                            })));
  }

  private OpenConflictsException unresolved(PlanConflict conflict, String why) {
    run.recorder()
        .store(
            run.recorder()
                .change(
                    (moves, plan) -> {
                      PlanConflicts.rows(moves.transaction(), plan).reopen(conflict);
                      moves.append(
                          "conflict.unresolved",
                          plan,
                          AuditEvent.data("path", conflict.path(), "why", why));
                    }));
    return new OpenConflictsException(
        List.of(
            new PlanConflict(
                conflict.resource(), conflict.path(), conflict.kind(), conflict.detail(), null)));
  }
}
