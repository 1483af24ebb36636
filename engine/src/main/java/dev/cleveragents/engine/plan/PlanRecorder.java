package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.check.CheckResult;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.plan.Checkpoint.Place;
import dev.cleveragents.engine.plan.Checkpoint.Reason;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.exec.LastOutputLine;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.LeaseFence;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.ChangesetId;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores the steps, checks and checkpoints of a running plan under its lease. A write is refused
 * once the lease is over, which ends the run.
 */
final class PlanRecorder {

  private static final int LONGEST_WHAT = 200;

  private final PlanServices services;
  private final PlanId plan;
  private final AsyncJob job;

  PlanRecorder(PlanServices services, PlanId plan, AsyncJob job) {
    this.services = services;
    this.plan = plan;
    this.job = job;
  }

  void stepDone(int number, String what) {
    note(done(number, data("step", number, "what", what), "step.done"));
  }

  /** Stores that commands of the plan can write anywhere, and why. */
  void unconfined(String why) {
    note(change((moves, stored) -> moves.append("commands.unconfined", stored, data("why", why))));
  }

  /** Stores what a command was given to know, by its size and origin; the text is not kept. */
  void contextFound(ContextSource.Found found) {
    note(
        change(
            (moves, stored) ->
                moves.append(
                    "context.found",
                    stored,
                    data("tokens", found.tokens(), "origin", found.origin()))));
  }

  void decided(int number, DecisionContent choice) {
    note(
        deciding(number, choice)
            .and(done(number, data("step", number, "what", "decided"), "step.done")));
  }

  /** Stores a decision about what this step does. */
  void decidedFor(int number, DecisionContent choice) {
    note(deciding(number, choice));
  }

  private Effects deciding(int step, DecisionContent choice) {
    return DatabaseUnit.writing(
        transaction -> services.journal().decide(transaction, plan, choice, step));
  }

  Effects deciding(DecisionContent choice) {
    return DatabaseUnit.writing(
        transaction -> services.journal().decide(transaction, plan, choice));
  }

  /** Stores that a tool begins, and how the files are before it. */
  void toolStarts(int number, ToolCall<?> call, ResourceTrees before) {
    note(point(Reason.BEFORE_TOOL, number, call, before, null).and(starting(number, call)));
  }

  private Effects starting(int number, ToolCall<?> call) {
    return change(
        (moves, stored) ->
            moves.append(
                "tool.started",
                stored,
                data("step", number, "tool", call.tool().name(), "what", call.describe())));
  }

  /** Keeps a checkpoint, with an event if it is a new one. */
  private Effects point(
      Reason reason,
      int number,
      ToolCall<?> call,
      ResourceTrees trees,
      @Nullable ChangesetId changeset) {
    PlanJournal journal = services.journal();
    Ulid id = journal.nextId();
    return DatabaseUnit.writing(
        transaction -> {
          PlanTransaction moves = journal.moves(transaction);
          Plan stored = requireOurs(moves);
          Place place = new Place(stored.status().counters().replans(), number - 1);
          String what = shortly(journal.audit().redact(call.describe()));
          boolean kept =
              new CheckpointRows(transaction)
                  .keep(
                      new Checkpoint(
                          id, plan, place, reason, what, trees, changeset, journal.now()));
          if (kept) {
            moves.append(
                "checkpoint.made",
                stored,
                data("checkpoint", id.toString(), "step", number - 1, "why", reason.word()));
          }
        });
  }

  private static String shortly(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.codePointCount(0, line.length()) <= LONGEST_WHAT
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_WHAT - 1)) + "…";
  }

  /** How many files a step has changed, and how many it has made that are ignored. */
  record Made(int changed, long ignored) {}

  /** That a tool has done its step; stored with the end of its changeset. */
  Effects toolDone(int number, ToolCall<?> call, ToolResult result, Made made) {
    Map<String, @Nullable Object> data =
        data("step", number, "tool", call.tool().name(), "what", call.describe());
    data.put("changed", made.changed());
    if (made.ignored() > 0) {
      data.put("ignored", made.ignored());
    }
    data.put("ms", result.took().toMillis());
    return done(number, data, "tool.done");
  }

  /** Why a step failed, and what its tool had printed. */
  record Failure(String message, String output) {}

  /**
   * That a step has failed; stored with the end of its changeset.
   *
   * @param before how the files were before it
   * @param left the changeset with what it changed
   */
  Effects toolFailed(
      int number, ToolCall<?> call, Failure failure, ResourceTrees before, ChangesetId left) {
    Map<String, @Nullable Object> data =
        data("step", number, "tool", call.tool().name(), "what", call.describe());
    data.put("message", failure.message());
    data.put("output", LastOutputLine.of(failure.output()));
    return point(Reason.FAILED, number, call, before, left)
        .and(change((moves, stored) -> moves.append("tool.failed", stored, data)));
  }

  /** Stores how a check came out. */
  void checked(CheckResult result) {
    note(
        DatabaseUnit.writing(
                transaction ->
                    new ValidationRows(transaction)
                        .add(services.journal().nextId(), plan, result, services.now()))
            .and(
                change(
                    (moves, stored) ->
                        moves.append(
                            "validation.ran",
                            stored,
                            data(
                                "name",
                                result.name(),
                                "passed",
                                result.passed(),
                                "message",
                                result.message())))));
  }

  private Effects done(int number, Map<String, @Nullable Object> data, String type) {
    return change(
        (moves, stored) -> {
          moves.stepDone(stored, number);
          moves.append(type, stored, data);
        });
  }

  /** Changes the stored plan, if this job still works on it. */
  Effects change(BiConsumer<PlanTransaction, Plan> what) {
    return DatabaseUnit.writing(
        transaction -> {
          PlanTransaction moves = services.journal().moves(transaction);
          what.accept(moves, requireOurs(moves));
        });
  }

  Plan requireOurs(PlanTransaction moves) {
    return moves
        .keep(plan)
        .filter(stored -> PlanJobEnding.isWorkedOnBy(stored, job))
        .orElseThrow(
            () ->
                OperationException.conflict(
                    "Job %s does not work on plan %s any more".formatted(job.id(), plan),
                    NextAction.of(Verb.SHOW_PLAN)));
  }

  private void note(Effects effects) {
    new LeaseFence(services.jobs(), job.lease()).write(effects);
  }

  static Map<String, @Nullable Object> data(Object... namesAndValues) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      data.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return data;
  }
}
