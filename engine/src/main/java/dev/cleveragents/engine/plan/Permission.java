package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.Sha256;
import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.plan.ApprovalRows.Answered;
import dev.cleveragents.engine.policy.Guard;
import dev.cleveragents.engine.policy.Ruling;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.SandboxFiles.Thing;
import dev.cleveragents.engine.tool.Preview;
import dev.cleveragents.engine.tool.ToolCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether the next step of a plan may use its tool: by its profile, or because a person has allowed
 * exactly this. An answer holds for the step and the call that it was given to, by their hash, so
 * that nobody has said yes to something else.
 */
final class Permission {

  private final Workshop workshop;
  private final Plan plan;
  private final Guard guard;

  Permission(Workshop workshop, Plan plan) {
    this.workshop = workshop;
    this.plan = plan;
    this.guard = new Guard(plan.brief().rules().profile());
  }

  /**
   * Goes on only if it may.
   *
   * @throws ApprovalNeededException if somebody has to be asked first
   * @throws StepFailedException if it may not, by the profile or because somebody said no
   */
  void require(WorkStep.Call step, int number, Sandbox sandbox) {
    WorkStep.Standpoint from = step.standpoint();
    Guard.Use use =
        new Guard.Use(
            step.call(), from.number(), from.confidence(), replaces(step.call(), sandbox));
    switch (guard.rule(use)) {
      case Ruling.Go() -> {}
      case Ruling.Refuse(String why) ->
          throw new StepFailedException(
              "policy",
              what(number, step, why),
              false,
              "It would be refused again, for a plan keeps its actor and its profile: change one of them, and make a new plan",
              "agents profile show " + plan.kind().profile());
      case Ruling.Ask ask -> requireYes(ask, step, number, sandbox);
    }
  }

  private void requireYes(Ruling.Ask ask, WorkStep.Call step, int number, Sandbox sandbox) {
    ToolCall shown = step.standpoint().shown();
    Question.About about = new Question.About(number, subject(step), Preview.of(shown, sandbox));
    Optional<Answered> answer =
        workshop.database().read(transaction -> ApprovalRows.answerTo(transaction, plan, about));
    if (answer.isEmpty()) {
      String gates = ask.gates().stream().map(Gate::toString).collect(Collectors.joining(","));
      throw new ApprovalNeededException(
          new Question(gates, "Step %d: %s?".formatted(number, oneLine(step)), about));
    }
    if (!answer.get().granted()) {
      String reason = answer.get().reason();
      throw new StepFailedException(
          "policy",
          what(
              number,
              step,
              "%s did not allow it%s"
                  .formatted(answer.get().by(), reason == null ? "" : ": " + reason)),
          false,
          "Resuming asks again; cancel or replan it if it is not to be done so");
    }
  }

  private static String what(int number, WorkStep.Call step, String why) {
    return "Step %d, %s: %s".formatted(number, oneLine(step), why);
  }

  private static String oneLine(WorkStep.Call step) {
    WorkStep shown =
        new WorkStep.Call(step.standpoint().shown(), step.resource(), step.standpoint());
    String whole = shown.describe();
    String first = whole.lines().findFirst().orElse("");
    return first.length() == whole.length() ? whole : first + " …";
  }

  private static boolean replaces(ToolCall call, Sandbox sandbox) {
    if (!(call instanceof ToolCall.Write write)) {
      return false;
    }
    try {
      return sandbox.files().at(write.path()) != Thing.NOTHING;
    } catch (IOException | PlanException e) {
      // The tool will say what is wrong with the path.
      return true;
    }
  }

  /** The hash of all that the step would do. */
  private static String subject(WorkStep.Call step) {
    String where = step.resource() == null ? "" : step.resource().toString();
    String what =
        switch (step.standpoint().shown()) {
          case ToolCall.Write(String path, String content, boolean executable) ->
              path + "\0" + executable + "\0" + content;
          case ToolCall.Edit(String path, String find, String replace) ->
              path + "\0" + find + "\0" + replace;
          case ToolCall.Delete(String path) -> path;
          case ToolCall.Move(String from, String to) -> from + "\0" + to;
          case ToolCall.Run run -> run.line();
        };
    return Sha256.of(
        (step.call().tool() + "\0" + where + "\0" + what).getBytes(StandardCharsets.UTF_8));
  }
}
