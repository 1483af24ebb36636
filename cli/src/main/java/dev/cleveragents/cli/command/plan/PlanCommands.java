package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.Group;
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
    inside.put("status", PlanStatusCommand::new);
    inside.put("list", PlanListCommand::new);
    inside.put("watch", PlanWatchCommand::new);
    inside.put("diff", PlanDiffCommand::new);
    inside.put("artifacts", PlanArtifactsCommand::new);
    inside.put("tree", PlanTreeCommand::new);
    inside.put("explain", PlanExplainCommand::new);
    inside.put("errors", PlanErrorsCommand::new);
    inside.put("resume", PlanResumeCommand::new);
    inside.put("pause", PlanPauseCommand::new);
    inside.put("checkpoints", PlanCheckpointsCommand::new);
    inside.put("rollback", PlanRollbackCommand::new);
    inside.put("replan", PlanReplanCommand::new);
    inside.put("cancel", PlanCancelCommand::new);
    return inside;
  }
}
