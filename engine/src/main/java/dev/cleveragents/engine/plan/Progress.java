package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.Fence;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.change.ChangesetId;
import dev.cleveragents.engine.decision.Choice;
import dev.cleveragents.engine.plan.Checkpoint.Place;
import dev.cleveragents.engine.plan.Checkpoint.Reason;
import dev.cleveragents.engine.sandbox.Trees;
import dev.cleveragents.engine.tool.CheckResult;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolResult;
import dev.cleveragents.exec.LastWords;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.store.job.Unit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a running plan stores on its way, in the name of its lease: refused once that is over, which
 * ends the run.
 */
final class Progress {

  private static final int LONGEST_WHAT = 200;

  private final Workshop workshop;
  private final PlanId plan;
  private final AsyncJob job;

  Progress(Workshop workshop, PlanId plan, AsyncJob job) {
    this.workshop = workshop;
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

  void decided(int number, Choice choice) {
    note(
        deciding(number, choice)
            .and(done(number, data("step", number, "what", "decided"), "step.done")));
  }

  /** Stores a decision about what this step does. */
  void decidedFor(int number, Choice choice) {
    note(deciding(number, choice));
  }

  private Effects deciding(int step, Choice choice) {
    return Unit.writing(transaction -> workshop.books().decide(transaction, plan, choice, step));
  }

  Effects deciding(Choice choice) {
    return Unit.writing(transaction -> workshop.books().decide(transaction, plan, choice));
  }

  /** Stores that a tool begins, and how the files are before it. */
  void toolStarts(int number, ToolCall call, Trees before) {
    note(point(Reason.BEFORE_TOOL, number, call, before, null).and(starting(number, call)));
  }

  private Effects starting(int number, ToolCall call) {
    return change(
        (moves, stored) ->
            moves.append(
                "tool.started",
                stored,
                data("step", number, "tool", call.tool(), "what", call.describe())));
  }

  /** Keeps a checkpoint, and says so where it is a new one. */
  private Effects point(
      Reason reason, int number, ToolCall call, Trees trees, @Nullable ChangesetId changeset) {
    PlanBooks books = workshop.books();
    Ulid id = books.nextId();
    return Unit.writing(
        transaction -> {
          PlanMoves moves = books.moves(transaction);
          Plan stored = requireOurs(moves);
          Place place = new Place(stored.standing().counters().replans(), number - 1);
          String what = shortly(books.audit().redact(call.describe()));
          boolean kept =
              new CheckpointRows(transaction)
                  .keep(
                      new Checkpoint(id, plan, place, reason, what, trees, changeset, books.now()));
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
  Effects toolDone(int number, ToolCall call, ToolResult result, Made made) {
    Map<String, @Nullable Object> data =
        data("step", number, "tool", call.tool(), "what", call.describe());
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
   * @param left what it has left behind
   */
  Effects toolFailed(int number, ToolCall call, Failure failure, Trees before, ChangesetId left) {
    Map<String, @Nullable Object> data =
        data("step", number, "tool", call.tool(), "what", call.describe());
    data.put("message", failure.message());
    data.put("output", LastWords.of(failure.output()));
    return point(Reason.FAILED, number, call, before, left)
        .and(change((moves, stored) -> moves.append("tool.failed", stored, data)));
  }

  /** Stores how a check came out. */
  void checked(CheckResult result) {
    note(
        Unit.writing(
                transaction ->
                    new ValidationRows(transaction)
                        .add(workshop.books().nextId(), plan, result, workshop.now()))
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

  /** Changes the plan as it stands in the store, if this job still works on it. */
  Effects change(BiConsumer<PlanMoves, Plan> what) {
    return Unit.writing(
        transaction -> {
          PlanMoves moves = workshop.books().moves(transaction);
          what.accept(moves, requireOurs(moves));
        });
  }

  Plan requireOurs(PlanMoves moves) {
    return moves
        .keep(plan)
        .filter(stored -> PlanEnding.isWorkedOnBy(stored, job))
        .orElseThrow(
            () ->
                PlanException.conflict(
                    "Job %s does not work on plan %s any more".formatted(job.id(), plan),
                    "agents plan status"));
  }

  private void note(Effects effects) {
    new Fence(workshop.jobs(), job.lease()).write(effects);
  }

  static Map<String, @Nullable Object> data(Object... namesAndValues) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      data.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return data;
  }
}
