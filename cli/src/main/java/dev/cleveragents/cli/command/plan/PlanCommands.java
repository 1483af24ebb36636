package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import dev.cleveragents.cli.command.approval.ApprovalsCommand;
import dev.cleveragents.cli.command.plan.report.PlanReportCommands;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about plans. */
public final class PlanCommands {

  private PlanCommands() {}

  /** The commands and groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put("run", CommandGroup.single(RunCommand::new));
    groups.put("plan", CommandGroup.of("plan", "Create, run, review and apply plans.", plan()));
    groups.put("approvals", CommandGroup.single(ApprovalsCommand::new));
    return groups;
  }

  /** {@code agents actor run}, which is listed with the commands about actors. */
  public static AgentsCommand actorRun() {
    return new ActorRunCommand();
  }

  private static Map<String, Supplier<AgentsCommand>> plan() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("use", PlanUseCommand::new);
    inside.put("execute", PlanExecuteCommand::new);
    inside.put("apply", PlanApplyCommand::new);
    inside.put("undo", PlanUndoCommand::new);
    inside.putAll(PlanReportCommands.commands());
    inside.put("resume", PlanResumeCommand::new);
    inside.put("resolve", PlanResolveCommand::new);
    inside.put("open", PlanOpenCommand::new);
    inside.put("check", PlanCheckCommand::new);
    inside.put("prompt", PlanPromptCommand::new);
    inside.put("correct", PlanCorrectCommand::new);
    inside.put("budget", PlanBudgetCommand::new);
    inside.put("pause", PlanPauseCommand::new);
    inside.put("rollback", PlanRollbackCommand::new);
    inside.put("replan", PlanReplanCommand::new);
    inside.put("cancel", PlanCancelCommand::new);
    return inside;
  }
}
