package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.ShownDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change that the user makes to the terms of a plan that failed; it stays on record. */
public sealed interface PlanAmendment {

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
   * Other commands or more time for a plan whose work a command does.
   *
   * @param line does the work in place of the first command if that has not succeeded, and
   *     otherwise runs against the findings of failed checks
   * @param fix runs against the findings of failed checks, also those on the merged files of
   *     subplans
   */
  record OtherCommand(
      @Nullable String line,
      @Nullable String fix,
      @Nullable Duration deadline,
      @Nullable Integer retries)
      implements PlanAmendment {

    private static final Duration STANDARD_DEADLINE = Duration.ofHours(1);

    @Override
    public PlanBrief on(PlanBrief brief, int stepsDone) {
      if (brief.execution() instanceof Work.BySubplans split && fix != null && line == null) {
        return brief.with(repairing(split, fix));
      }
      if (!(brief.execution() instanceof Work.ByCommand command)) {
        throw OperationException.invalid(
            "The work of this plan is not done by a command, so it takes no other command or"
                + " deadline");
      }
      if (deadline != null && !deadline.isPositive()) {
        throw OperationException.invalid("The deadline must be above zero");
      }
      if (fix != null && stepsDone == 0) {
        throw OperationException.invalid(
            "The command has not succeeded yet, so there are no findings to repair. Give another"
                + " command for the work");
      }
      String repair = fix == null && stepsDone > 0 ? line : fix;
      return brief.with(
          new Work.ByCommand(
              command.actor(),
              line == null || stepsDone > 0 ? command.line() : checked(line),
              repair == null ? command.fix() : checked(repair),
              deadline == null ? command.deadline() : deadline,
              command.passedOn(),
              command.output(),
              retries == null ? command.retries() : retries));
    }

    /** The same subplans, whose merged files are repaired by a command. */
    private Work repairing(Work.BySubplans split, String repair) {
      Work.ByCommand like =
          split.subplans().stream()
              .map(Subplan::work)
              .filter(Work.ByCommand.class::isInstance)
              .map(Work.ByCommand.class::cast)
              .findFirst()
              .orElse(new Work.ByCommand("command", repair, null, STANDARD_DEADLINE, List.of()));
      Work.ByCommand by =
          new Work.ByCommand(
              like.actor(),
              checked(repair),
              null,
              deadline == null ? like.deadline() : deadline,
              like.passedOn(),
              like.output(),
              retries == null ? like.retries() : retries);
      return new Work.BySubplans(split.subplans(), split.rules(), by, ClashPolicy.REPAIR);
    }

    /** A command line in which every placeholder is protected by quoting. */
    private static String checked(String line) {
      if (line.isBlank()) {
        throw OperationException.invalid("The command is empty");
      }
      Template.ofOnly(CommandActor.PLACEHOLDERS, line)
          .fillCommandLine(Map.of("goal", "", "file", "", "findings", ""));
      return line;
    }

    @Override
    public DecisionContent decision() {
      List<String> changes = new ArrayList<>();
      if (line != null) {
        changes.add("run " + line);
      }
      if (fix != null) {
        changes.add("repair with " + fix);
      }
      if (deadline != null) {
        changes.add("within " + ShownDuration.of(deadline));
      }
      if (retries != null) {
        changes.add("with %d retries".formatted(retries));
      }
      return DecisionContent.of(
          DecisionType.USER_INTERVENTION,
          "How does the work continue?",
          String.join(", ", changes),
          "the user changed the command");
    }
  }

  /** The checks run, but none has to pass on the work as it is. */
  record ChecksWaived(String reason) implements PlanAmendment {

    @Override
    public PlanBrief on(PlanBrief brief, int stepsDone) {
      if (reason.isBlank()) {
        throw OperationException.invalid(
            "Say why the checks are ignored; the reason stays on record and in the commit");
      }
      return brief;
    }

    @Override
    public DecisionContent decision() {
      return DecisionContent.of(
          DecisionType.CHECKS_WAIVED,
          "Apply although required checks fail?",
          "yes",
          reason.strip());
    }
  }
}
