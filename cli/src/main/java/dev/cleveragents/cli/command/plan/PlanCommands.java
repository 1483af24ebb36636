package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.Group;
import dev.cleveragents.cli.command.approval.ApprovalsCommand;
import dev.cleveragents.cli.command.plan.report.PlanReports;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about plans. */
public final class PlanCommands {

  private PlanCommands() {}

  /** They, by their names, in the order of the help. */
  public static Map<String, Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    groups.put("run", Group.single(RunCommand::new));
    groups.put("plan", new Group(PlanCommand::new, plan()));
    groups.put("approvals", Group.single(ApprovalsCommand::new));
    return groups;
  }

  /** {@code agents actor run}, which stands among the commands about actors. */
  public static AgentsCommand actorRun() {
    return new ActorRunCommand();
  }

  private static Map<String, Supplier<AgentsCommand>> plan() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("use", PlanUseCommand::new);
    inside.put("execute", PlanExecuteCommand::new);
    inside.put("apply", PlanApplyCommand::new);
    inside.put("undo", PlanUndoCommand::new);
    inside.putAll(PlanReports.commands());
    inside.put("resume", PlanResumeCommand::new);
    inside.put("pause", PlanPauseCommand::new);
    inside.put("rollback", PlanRollbackCommand::new);
    inside.put("replan", PlanReplanCommand::new);
    inside.put("cancel", PlanCancelCommand::new);
    return inside;
  }
}
