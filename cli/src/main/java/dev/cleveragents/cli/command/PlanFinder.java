package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.PlanId;
import java.util.List;

/** Finds the plan that the user names by its id, by the start or end of it, or as {@code last}. */
public final class PlanFinder {

  /** Names the latest plan of this folder's project. */
  public static final String LAST = "last";

  /** As many plans are looked at for the last one. */
  private static final int RECENT = 20;

  private PlanFinder() {}

  /**
   * The one plan that matches.
   *
   * @throws ProblemException if there is none, or several
   */
  public static Plan find(CleverAgents agents, String idOrPart, CommandContext context) {
    if (idOrPart.equals(LAST)) {
      return last(agents, context);
    }
    List<PlanId> meant = agents.plans().meantBy(idOrPart, 2);
    if (meant.size() > 1) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "'%s' matches several plans, for example %s and %s."
                  .formatted(idOrPart, meant.get(0), meant.get(1)),
              "Give more characters of the id.",
              "agents plan list"));
    }
    return meant.stream()
        .findFirst()
        .flatMap(agents.plans()::get)
        .orElseThrow(() -> none("There is no plan '%s'.".formatted(idOrPart)));
  }

  /** The same; without an id, the last plan that was applied. */
  public static Plan findApplied(CleverAgents agents, String idOrPart, CommandContext context) {
    if (!idOrPart.equals(LAST)) {
      return find(agents, idOrPart, context);
    }
    Plan last = last(agents, context);
    return agents.plans().list(last.kind().project(), PlanState.APPLIED, 1).stream()
        .findFirst()
        .orElse(last);
  }

  /**
   * The plan of arguments {@code [PLAN] VALUE}, of which the value is the last one.
   *
   * @param words one or two of them
   * @param label names the value in the help
   * @throws ProblemException if there is no such plan, or the only word names one
   */
  public static Plan before(
      List<String> words, String label, CleverAgents agents, CommandContext context) {
    if (words.size() > 1) {
      return find(agents, words.getFirst(), context);
    }
    String only = words.getLast();
    if (only.equals(LAST) || !agents.plans().meantBy(only, 1).isEmpty()) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "'%s' is a plan; %s is missing.".formatted(only, label),
              "Put %s after the plan, or leave out the plan for the last one.".formatted(label),
              null));
    }
    return last(agents, context);
  }

  private static Plan last(CleverAgents agents, CommandContext context) {
    // A user in the wrong folder must not get the plan of another project.
    Project here =
        agents
            .projects()
            .forFolder(context.environment().workingDirectory())
            .orElseThrow(
                () -> none("This folder belongs to no project, so there is no last plan."));
    return agents.plans().list(here.name(), RECENT).stream()
        .filter(plan -> !isDeclinedUndo(plan))
        .findFirst()
        .orElseThrow(() -> none("There is no plan yet."));
  }

  /** The user who declines an undo means the plan before it. */
  private static boolean isDeclinedUndo(Plan plan) {
    return plan.status().state() == PlanState.CANCELLED
        && plan.brief().execution() instanceof Work.Undo;
  }

  private static ProblemException none(String message) {
    return new ProblemException(
        new Problem(
            ExitCode.NOT_FOUND,
            message,
            "An id has 26 characters; its first or last four or more are enough.",
            "agents plan list"));
  }
}
