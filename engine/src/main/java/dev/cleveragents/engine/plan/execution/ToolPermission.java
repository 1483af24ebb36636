package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.definition.AutomationProfile.Gate;
import dev.cleveragents.engine.plan.ApprovalRequest;
import dev.cleveragents.engine.plan.ApprovalRows;
import dev.cleveragents.engine.plan.ApprovalRows.Answered;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.policy.Guard;
import dev.cleveragents.engine.policy.GuardVerdict;
import dev.cleveragents.engine.tool.ToolCall;
import dev.cleveragents.engine.tool.ToolEffect;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.Sha256;
import dev.cleveragents.workspace.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether the next step of a plan may use its tool: by the plan's profile, or because a
 * person has approved exactly this call. An answer holds for one step and one call, identified by
 * their hash, so that an approval never covers another call.
 */
final class ToolPermission {

  private final PlanServices services;
  private final Plan plan;
  private final Guard guard;

  ToolPermission(PlanServices services, Plan plan) {
    this.services = services;
    this.plan = plan;
    this.guard = new Guard(plan.brief().rules().profile());
  }

  /**
   * Returns only if the step may run.
   *
   * @throws ApprovalNeededException if a person must approve it first
   * @throws PhaseFailedException if the profile forbids it or a person has rejected it
   */
  void require(WorkStep.UseTool step, int number, Sandbox sandbox) throws InterruptedException {
    Optional<PhaseFailedException> refusal = refusal(step, number, sandbox);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  /**
   * Why the step may not run; empty if it may.
   *
   * @throws ApprovalNeededException if a person must approve it first
   */
  Optional<PhaseFailedException> refusal(WorkStep.UseTool step, int number, Sandbox sandbox)
      throws InterruptedException {
    WorkStep.Standpoint from = step.standpoint();
    ToolCall<?> call = step.step().call();
    Guard.Use use =
        new Guard.Use(
            call,
            from.number(),
            from.confidence(),
            subjects(call, sandbox),
            effects(step, sandbox));
    return switch (guard.rule(use)) {
      case GuardVerdict.Allow() -> Optional.empty();
      case GuardVerdict.Refuse(String why) ->
          Optional.of(
              new PhaseFailedException(
                  "policy",
                  failure(number, step, why),
                  false,
                  "A plan keeps its actor and its profile, so a retry fails the same way. Change"
                      + " one of them and create a new plan",
                  NextAction.of(Verb.SHOW_KIND, "profile", plan.kind().profile())));
      case GuardVerdict.Ask ask -> denial(ask, step, number, sandbox);
    };
  }

  /** The subjects of a call; a path over a link counts as both, the written and the actual one. */
  private static List<String> subjects(ToolCall<?> call, Sandbox sandbox) {
    List<String> subjects = call.subjects();
    return call.runsCommand()
        ? subjects
        : Stream.concat(
                subjects.stream(), subjects.stream().flatMap(it -> sandbox.actual(it).stream()))
            .distinct()
            .toList();
  }

  /** A command that will run without the network does not use it. */
  private List<ToolEffect> effects(WorkStep.UseTool step, Sandbox sandbox)
      throws InterruptedException {
    ToolCall<?> call = step.step().call();
    boolean offline =
        call.runsCommand()
            && services
                .commands()
                .withNetwork(guard.profile().givesNetwork(step.standpoint().byModel()))
                .areOffline();
    return call.effects(sandbox).stream()
        .filter(effect -> !offline || effect != ToolEffect.USE_NETWORK)
        .toList();
  }

  private Optional<PhaseFailedException> denial(
      GuardVerdict.Ask ask, WorkStep.UseTool step, int number, Sandbox sandbox) {
    ApprovalRequest.About about =
        new ApprovalRequest.About(
            number, subject(step), step.standpoint().shown().preview(sandbox));
    Optional<Answered> answer =
        services.database().read(transaction -> ApprovalRows.answerTo(transaction, plan, about));
    if (answer.isEmpty()) {
      String gates = ask.gates().stream().map(Gate::toString).collect(Collectors.joining(","));
      throw new ApprovalNeededException(
          new ApprovalRequest(gates, "Step %d: %s?".formatted(number, oneLine(step)), about));
    }
    if (answer.get().granted()) {
      return Optional.empty();
    }
    String reason = answer.get().reason();
    return Optional.of(
        new PhaseFailedException(
            "policy",
            failure(
                number,
                step,
                "%s rejected it%s"
                    .formatted(answer.get().givenBy(), reason == null ? "" : ": " + reason)),
            false,
            "Resume the plan to be asked again, or cancel or replan it"));
  }

  private static String failure(int number, WorkStep.UseTool step, String why) {
    return "Step %d, %s: %s".formatted(number, oneLine(step), why);
  }

  private static String oneLine(WorkStep.UseTool step) {
    String whole = step.describe(step.standpoint().shown());
    String first = whole.lines().findFirst().orElse("");
    return first.length() == whole.length() ? whole : first + " …";
  }

  /** The hash of everything that the call would do. */
  private static String subject(WorkStep.UseTool step) {
    String where = step.step().resource() == null ? "" : step.step().resource().toString();
    ToolCall<?> shown = step.standpoint().shown();
    String all = String.join("\0", shown.tool().name(), where, shown.argumentsJson());
    return Sha256.of(all.getBytes(StandardCharsets.UTF_8));
  }
}
