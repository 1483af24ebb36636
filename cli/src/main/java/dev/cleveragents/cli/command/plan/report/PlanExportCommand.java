package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.models.replay.RecordingFile;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.PlanView;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan export}: what models replied to a plan, to replay it. Reads only. */
@Command(
    name = "export",
    description =
        "Print a plan's exchanges with models as JSON lines; 'run --replay' and 'plan use --replay' read them.",
    footer = "agents plan export --recording > run.jsonl")
final class PlanExportCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(names = "--recording", required = true, description = "Print the recording.")
  boolean recording;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          List<String> lines = lines(agents, meant);
          return Result.ok(
              Data.of("plan", meant.id().toString()).with("lines", lines),
              Page.exact(String.join("\n", lines) + "\n"));
        });
  }

  /** The lines of the recording of a plan. */
  private static List<String> lines(CleverAgents agents, Plan plan) {
    List<RecordedExchange> exchanges = agents.exchanges(plan);
    if (exchanges.isEmpty()) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "Plan %s has no exchange with a model.".formatted(plan.id()),
              null,
              "agents plan status " + plan.id()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(RecordingFile.firstLine(PlanView.goal(plan)));
    exchanges.forEach(exchange -> lines.add(RecordingFile.line(exchange)));
    return lines;
  }
}
