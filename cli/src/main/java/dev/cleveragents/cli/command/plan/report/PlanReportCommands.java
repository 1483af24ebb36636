package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands that show a plan and change nothing. */
public final class PlanReportCommands {

  private PlanReportCommands() {}

  /** The commands by name, in the order of the help. */
  public static Map<String, Supplier<AgentsCommand>> commands() {
    Map<String, Supplier<AgentsCommand>> commands = new LinkedHashMap<>();
    commands.put("status", PlanStatusCommand::new);
    commands.put("list", PlanListCommand::new);
    commands.put("watch", PlanWatchCommand::new);
    commands.put("diff", PlanDiffCommand::new);
    commands.put("artifacts", PlanArtifactsCommand::new);
    commands.put("subplans", PlanSubplansCommand::new);
    commands.put("conflicts", PlanConflictsCommand::new);
    commands.put("tree", PlanTreeCommand::new);
    commands.put("explain", PlanExplainCommand::new);
    commands.put("errors", PlanErrorsCommand::new);
    commands.put("log", PlanLogCommand::new);
    commands.put("export", PlanExportCommand::new);
    commands.put("checkpoints", PlanCheckpointsCommand::new);
    return commands;
  }
}
