package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.workspace.OperationException;
import java.time.Duration;

/** A change that the user makes to the terms of a plan that failed; it stays on record. */
public sealed interface PlanAmendment {

  /** The question of the decision to apply a result whose checks fail. */
  String IGNORE_CHECKS = "Apply although required checks fail?";

  /**
   * The changed terms.
   *
   * @param stepsDone how many steps of the plan are done
   * @throws OperationException if the plan cannot be changed so
   */
  PlanBrief on(PlanBrief brief, int stepsDone);

  /** The decision of the user. */
  DecisionContent decision();

  /**
   * Another command does the work: in place of the first one if that has not succeeded, and
   * otherwise against the findings of failed checks.
   */
  record OtherCommand(String line) implements PlanAmendment {

    @Override
    public PlanBrief on(PlanBrief brief, int stepsDone) {
      Work.ByCommand command = byCommand(brief, line);
      return stepsDone > 0
          ? new Fix(line).on(brief, stepsDone)
          : brief.with(
              new Work.ByCommand(
                  command.actor(), line, command.fix(), command.deadline(), command.passedOn()));
    }

    @Override
    public DecisionContent decision() {
      return intervention("Which command does the work?", line, "the user gave another command");
    }
  }

  /** A command that runs against the findings of failed checks. */
  record Fix(String line) implements PlanAmendment {

    @Override
    public PlanBrief on(PlanBrief brief, int stepsDone) {
      Work.ByCommand command = byCommand(brief, line);
      return brief.with(
          new Work.ByCommand(
              command.actor(),
              command.line(),
              line,
              command.deadline(),
              command.passedOn(),
              command.output()));
    }

    @Override
    public DecisionContent decision() {
      return intervention("How are findings repaired?", line, "the user gave a command");
    }
  }

  /** The command of the plan may take so long. */
  record OtherDeadline(Duration deadline) implements PlanAmendment {

    @Override
    public PlanBrief on(PlanBrief brief, int stepsDone) {
      Work.ByCommand command = byCommand(brief);
      return brief.with(
          new Work.ByCommand(
              command.actor(),
              command.line(),
              command.fix(),
              deadline,
              command.passedOn(),
              command.output()));
    }

    @Override
    public DecisionContent decision() {
      return intervention(
          "How long may the command take?",
          deadline.toSeconds() + " s",
          "the user gave another deadline");
    }
  }

  /** Checks run, but none has to pass. */
  record ChecksIgnored(String reason) implements PlanAmendment {

    @Override
    public PlanBrief on(PlanBrief brief, int stepsDone) {
      if (reason.isBlank()) {
        throw OperationException.invalid(
            "Say why the checks are ignored; the reason stays on record and in the commit");
      }
      return brief.withChecks(brief.checks().stream().map(ValidationSpec::optional).toList());
    }

    @Override
    public DecisionContent decision() {
      return intervention(IGNORE_CHECKS, "yes", reason.strip());
    }
  }

  private static Work.ByCommand byCommand(PlanBrief brief, String line) {
    if (line.isBlank()) {
      throw OperationException.invalid("The command is empty");
    }
    return byCommand(brief);
  }

  private static Work.ByCommand byCommand(PlanBrief brief) {
    if (brief.execution() instanceof Work.ByCommand command) {
      return command;
    }
    throw OperationException.invalid(
        "The work of this plan is not done by a command, so it cannot have another one");
  }

  private static DecisionContent intervention(String question, String chosen, String why) {
    return DecisionContent.of(DecisionType.USER_INTERVENTION, question, chosen, why);
  }
}
