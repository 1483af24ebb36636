package dev.cleveragents.cli.command.approval;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.plan.report.DiffView;
import dev.cleveragents.cli.command.plan.report.PlanNextCommand;
import dev.cleveragents.cli.command.plan.report.SplitSummary;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Approvals;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import dev.cleveragents.engine.tool.AskUserTool;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.ApprovalView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gets the approval that a plan waits for: from {@code --yes}, or from the user at the terminal. A
 * no leaves the approval open: the plan keeps waiting.
 */
public final class ApprovalPrompt {

  private static final Set<String> YES = Set.of("y", "yes");
  private static final String ALL = "a";
  private static final String DETAIL = "d";

  private final CleverAgents agents;
  private final CommandContext context;
  private final boolean yes;
  private boolean yesToSteps;
  private final Set<Ulid> refused = new HashSet<>();
  private String words = "";

  /**
   * @param yes whether every question is answered with yes
   */
  public ApprovalPrompt(CleverAgents agents, CommandContext context, boolean yes) {
    this.agents = agents;
    this.context = context;
    this.yes = yes;
    this.yesToSteps = yes;
  }

  /** The user who answers, as the log names them. */
  public static String who(CommandContext context) {
    String user = context.environment().variable("USER");
    return user == null ? System.getProperty("user.name", "unknown") : user;
  }

  /** Whether the plan waits for approval, and has it now. What was refused is not asked again. */
  public boolean given(Plan plan) {
    Optional<Approval> open = agents.plans().approvals().of(plan.id());
    if (open.isEmpty()
        || !waits(plan)
        || context.interrupt().isCancelled()
        || refused.contains(open.get().id())) {
      return false;
    }
    boolean given =
        open.get().step() == null ? forPhase(open.get(), plan) : forStep(open.get(), plan);
    if (given) {
      allow(open.get(), plan);
    } else {
      refused.add(open.get().id());
    }
    return given;
  }

  /** Asks for the approvals that subplans of a plan wait for; whether any was given. */
  public boolean givenToSubplans(Plan plan) {
    boolean any = false;
    for (SubplanNode node : agents.plans().below(plan)) {
      if (node.standing() == Standing.ASKS) {
        any |= given(agents.plans().require(node.row().id()));
      }
    }
    return any;
  }

  /** The question, with the name of the subplan that asks it. */
  public static String question(Approval approval, Plan plan) {
    String question = ApprovalView.question(approval);
    return plan.brief().part() == null
        ? question
        : "%s: %s".formatted(plan.brief().part().name(), question);
  }

  private static boolean waits(Plan plan) {
    return switch (plan.status().state()) {
      case COMPLETE, WAITING -> true;
      case QUEUED -> plan.status().held();
      case PROCESSING, ERRORED, CANCELLED, APPLIED, CONSTRAINED -> false;
    };
  }

  private void allow(Approval approval, Plan shown) {
    if (approval.gate().equals("apply")) {
      agents.plans().apply(shown);
      return;
    }
    try {
      boolean question = approval.gate().equals(AskUserTool.NAME);
      Approvals approvals = agents.plans().approvals();
      String who = who(context);
      Plan _ = question ? approvals.grant(approval, who, words) : approvals.grant(approval, who);
    } catch (OperationException e) {
      if (e.kind() != OperationException.Kind.CONFLICT) {
        throw e;
      }
      // Another user answered first.
      context.dialogue().say(String.valueOf(e.getMessage()));
    }
  }

  private boolean forPhase(Approval approval, Plan plan) {
    boolean result = plan.status().phase() == PlanPhase.EXECUTE;
    if (!result) {
      ProposedParts.of(plan).forEach(context.dialogue()::say);
      return yes || (context.dialogue().canAsk() && isYes(ask(approval, plan, " [y/N]")));
    }
    if (plan.changesNothing()) {
      return true;
    }
    DiffView.of(agents, plan.id())
        .summary("agents plan diff %s --stat".formatted(DisplayText.shortId(plan.id())))
        .forEach(context.dialogue()::say);
    String split = new SplitSummary(agents, plan).line();
    if (!split.isEmpty()) {
      context.dialogue().say("subplans: " + split);
    }
    FailedChecks.of(agents, plan).forEach(context.dialogue()::say);
    return yes || (context.dialogue().canAsk() && afterTheDiff(approval, plan));
  }

  private boolean afterTheDiff(Approval approval, Plan plan) {
    while (true) {
      String answer = ask(approval, plan, " [y/N/d for the diff]", DETAIL);
      if (!answer.equals(DETAIL)) {
        return isYes(answer);
      }
      context.dialogue().sayDiff(DiffView.of(agents, plan.id()).text());
    }
  }

  private boolean forStep(Approval approval, Plan plan) {
    if (approval.gate().equals(AskUserTool.NAME)) {
      return forQuestion(approval, plan);
    }
    if (yesToSteps) {
      return true;
    }
    if (!context.dialogue().canAsk()) {
      return false;
    }
    boolean more = !approval.question().contains(approval.detail());
    while (true) {
      String answer =
          ask(
              approval,
              plan,
              " [y/N/a for this and all steps%s]".formatted(more ? "/d for details" : ""),
              more ? new String[] {ALL, DETAIL} : new String[] {ALL});
      if (!more || !answer.equals(DETAIL)) {
        yesToSteps = answer.equals(ALL);
        return yesToSteps || isYes(answer);
      }
      approval.detail().lines().forEach(context.dialogue()::say);
    }
  }

  /** Asks for words; without any the question stays open. */
  private boolean forQuestion(Approval approval, Plan plan) {
    if (!context.dialogue().canAsk()) {
      return false;
    }
    approval.detail().lines().forEach(option -> context.dialogue().say("  - " + option));
    String next =
        PlanNextCommand.of(plan, List.of())
            .orElse("agents approvals " + DisplayText.shortId(plan.id()));
    words = context.ask(question(approval, plan), next).strip();
    return !words.isEmpty();
  }

  /** Asks for yes, no or one of the other answers; empty is no. */
  private String ask(Approval approval, Plan plan, String shown, String... others) {
    String next =
        PlanNextCommand.of(plan, List.of())
            .orElse("agents approvals " + DisplayText.shortId(plan.id()));
    List<String> answers = new ArrayList<>(List.of("y", "yes", "n", "no"));
    answers.addAll(List.of(others));
    return context.ask(question(approval, plan) + shown, answers, next);
  }

  private static boolean isYes(String answer) {
    return YES.contains(answer);
  }
}
