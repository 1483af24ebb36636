package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.actor.AgentEnd;
import dev.cleveragents.engine.actor.AgentEntry;
import dev.cleveragents.engine.actor.ConversationRows;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.check.CheckResult;
import dev.cleveragents.engine.check.ValidationRows;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanJournal;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Place;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.engine.plan.checkpoint.CheckpointRows;
import dev.cleveragents.engine.plan.output.StepOutput;
import dev.cleveragents.engine.plan.output.StepOutputRows;
import dev.cleveragents.engine.tool.EstimateTool;
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
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores the steps, checks and checkpoints of a running plan under its lease. A write is refused
 * once the lease is over, which ends the run.
 */
final class PlanRecorder {

  private static final int LONGEST_WHAT = 200;
  private static final int LONGEST_ANSWER = 10_000;

  private final PlanServices services;
  private final PlanId plan;
  private final AsyncJob job;

  PlanRecorder(PlanServices services, PlanId plan, AsyncJob job) {
    this.services = services;
    this.plan = plan;
    this.job = job;
  }

  void stepDone(int number, String what) {
    write(done(number, AuditEvent.data("step", number, "what", what), "step.done"));
  }

  /** Stores that commands of the plan can write anywhere, and why. */
  void unconfined(String why) {
    write(
        change(
            (moves, stored) ->
                moves.append("commands.unconfined", stored, AuditEvent.data("why", why))));
  }

  /** Stores the size and origin of the context that a command was given; the text is not kept. */
  void contextFound(ContextSource.Found found) {
    write(
        change(
            (moves, stored) ->
                moves.append(
                    "context.found",
                    stored,
                    AuditEvent.data("tokens", found.tokens(), "origin", found.origin()))));
  }

  void decided(int number, DecisionContent choice) {
    write(
        deciding(number, choice)
            .and(done(number, AuditEvent.data("step", number, "what", "decided"), "step.done")));
  }

  /** Stores a decision about what this step does. */
  void decidedFor(int number, DecisionContent choice) {
    write(deciding(number, choice));
  }

  Effects deciding(int step, DecisionContent choice) {
    return DatabaseUnit.writing(
        transaction -> services.journal().decide(transaction, plan, choice, step));
  }

  Effects deciding(DecisionContent choice) {
    return DatabaseUnit.writing(
        transaction -> services.journal().decide(transaction, plan, choice));
  }

  /** Stores that a tool starts, and a checkpoint of the files before it. */
  void toolStarts(int number, ToolCall<?> call, ResourceTrees before, String attempt) {
    write(
        checkpoint(Reason.BEFORE_TOOL, number, call.describe(), before, null)
            .and(starting(number, call, attempt)));
  }

  private Effects starting(int number, ToolCall<?> call, String attempt) {
    Map<String, @Nullable Object> data =
        AuditEvent.data("step", number, "tool", call.tool().name(), "what", call.describe());
    if (!attempt.isEmpty()) {
      data.put("attempt", attempt);
    }
    return change((moves, stored) -> moves.append("tool.started", stored, data));
  }

  /** Keeps a checkpoint, with an event if it is a new one. */
  Effects checkpoint(
      Reason reason,
      int number,
      String text,
      ResourceTrees trees,
      @Nullable ChangesetId changeset) {
    PlanJournal journal = services.journal();
    Ulid id = journal.nextId();
    return DatabaseUnit.writing(
        transaction -> {
          PlanTransaction moves = journal.moves(transaction);
          Plan stored = requireOurs(moves);
          Place place = new Place(stored.status().counters().replans(), number - 1);
          String what = shortly(redacted(text));
          boolean kept =
              new CheckpointRows(transaction)
                  .keep(
                      new Checkpoint(
                          id, plan, place, reason, what, trees, changeset, journal.now()));
          if (kept) {
            moves.append(
                "checkpoint.made",
                stored,
                AuditEvent.data(
                    "checkpoint", id.toString(), "step", number - 1, "why", reason.word()));
          }
        });
  }

  /** Before a text is cut, since half a secret is no longer recognised. */
  String redacted(String text) {
    return services.journal().audit().redact(text);
  }

  static String shortly(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.codePointCount(0, line.length()) <= LONGEST_WHAT
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST_WHAT - 1)) + "…";
  }

  /** The text of an agent as users read it who asked a question; null if its summary is all. */
  static @Nullable String answer(String text) {
    String answer = text.strip();
    if (answer.equals(shortly(answer))) {
      return null;
    }
    return answer.codePointCount(0, answer.length()) <= LONGEST_ANSWER
        ? answer
        : answer.substring(0, answer.offsetByCodePoints(0, LONGEST_ANSWER - 1)) + "…";
  }

  /** The numbers of files that a step has changed, and of ignored files that it has created. */
  record StepChanges(int changed, long ignored) {}

  /** The effect that a tool has done its step; stored with the end of its changeset. */
  Effects toolDone(int number, ToolCall<?> call, ToolResult result, StepChanges changes) {
    Map<String, @Nullable Object> data =
        AuditEvent.data("step", number, "tool", call.tool().name(), "what", call.describe());
    data.put("changed", changes.changed());
    if (changes.ignored() > 0) {
      data.put("ignored", changes.ignored());
    }
    data.put("ms", result.took().toMillis());
    if (!result.succeeded()) {
      data.put("failed", true);
      data.put("message", result.message());
    }
    return done(number, data, "tool.done").and(printed(number, call, result));
  }

  /** The effect that the output of a command is kept. */
  private Effects printed(int number, ToolCall<?> call, ToolResult result) {
    if (!call.runsCommand()) {
      return Effects.none();
    }
    StepOutput output =
        new StepOutput(
            number,
            stored(call.describe()),
            result.succeeded(),
            stored(result.message()),
            stored(result.output()),
            result.took(),
            services.now());
    return DatabaseUnit.writing(
        transaction ->
            new StepOutputRows(transaction).add(services.journal().nextId(), plan, output));
  }

  /** The text without secrets, and as every database can store it. */
  private String stored(String text) {
    return services.journal().audit().redact(text.replace('\0', '?'));
  }

  /** Stores an entry of an agent's conversation as the next step. */
  void said(
      ConversationRows.Key key,
      AgentEntry entry,
      String type,
      Map<String, @Nullable Object> data,
      Effects beside) {
    write(beside.and(entry(key, entry)).and(done(entry.step(), data, type)));
  }

  /** The effect that an entry of a conversation is stored, for a step that is stored with it. */
  Effects entry(ConversationRows.Key key, AgentEntry entry) {
    return DatabaseUnit.writing(
        transaction ->
            new ConversationRows(transaction)
                .add(services.journal().nextId(), key, entry, services.now()));
  }

  /** Stores that no context was found for an agent, which works without it. */
  void contextMissing(String why) {
    write(
        change(
            (moves, stored) ->
                moves.append("context.missing", stored, AuditEvent.data("why", why))));
  }

  /** Stores how an agent has ended its work. */
  void agentEnded(String role, AgentEnd end, int step) {
    Map<String, @Nullable Object> data =
        AuditEvent.data("role", role, "step", step, "summary", shortly(redacted(end.summary())));
    data.put("answer", answer(redacted(end.summary())));
    data.put("confidence", end.confidence());
    data.put("open_points", end.openPoints());
    write(change((moves, stored) -> moves.append("agent.ended", stored, data)));
  }

  /** Stores what the estimation actor expects. */
  void estimated(EstimateTool.Arguments estimate) {
    Map<String, @Nullable Object> data =
        AuditEvent.data("turns", estimate.turns(), "tokens", estimate.tokens());
    data.put("confidence", estimate.confidence());
    data.put("rationale", shortly(redacted(estimate.rationale())));
    write(change((moves, stored) -> moves.append("agent.estimated", stored, data)));
  }

  /** Stores effects in the name of this job, if it still works on the plan. */
  void store(Effects effects) {
    write(effects);
  }

  /**
   * The effect that a step has failed; stored with the end of its changeset.
   *
   * @param result with the reason as its message
   * @param before the files before the step
   * @param left the changeset with the changes of the step
   */
  Effects toolFailed(
      int number, ToolCall<?> call, ToolResult result, ResourceTrees before, ChangesetId left) {
    Map<String, @Nullable Object> data =
        AuditEvent.data("step", number, "tool", call.tool().name(), "what", call.describe());
    data.put("message", result.message());
    data.put("output", LastOutputLine.of(result.output()));
    return checkpoint(Reason.FAILED, number, call.describe(), before, left)
        .and(change((moves, stored) -> moves.append("tool.failed", stored, data)))
        .and(printed(number, call, result));
  }

  /** Stores the result of a check. */
  void checked(CheckResult result) {
    write(
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
                            AuditEvent.data(
                                "name",
                                result.name(),
                                "passed",
                                result.passed(),
                                "message",
                                result.message())))));
  }

  Effects done(int number, Map<String, @Nullable Object> data, String type) {
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

  /** The same, where jobs are enqueued too. */
  Effects storing(BiConsumer<DatabaseUnit, Plan> what) {
    return DatabaseUnit.storing(
        unit -> what.accept(unit, requireOurs(services.journal().moves(unit.transaction()))));
  }

  Plan requireOurs(PlanTransaction moves) {
    return moves
        .lock(plan)
        .filter(stored -> stored.isProcessedBy(job.id()))
        .orElseThrow(
            () ->
                OperationException.conflict(
                    "Job %s does not work on plan %s any more".formatted(job.id(), plan),
                    NextAction.of(Verb.SHOW_PLAN)));
  }

  private void write(Effects effects) {
    new LeaseFence(services.jobs(), job.lease()).write(effects);
  }
}
