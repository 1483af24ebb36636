package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan prompt}: guidance for the agent of a plan. */
@Command(
    name = "prompt",
    description = {
      "Give guidance to the agent of a plan; it is told before its next turn.",
      "A plan whose work is complete goes back to it when you resume it."
    })
final class PlanPromptCommand implements AgentsCommand {

  @Parameters(
      index = "0",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest.")
  String plan = PlanFinder.LAST;

  @Parameters(index = "1", paramLabel = "TEXT", description = "Guidance, as one argument.")
  String text = "";

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          Plan guided = agents.plans().guide(meant.id(), text);
          String id = DisplayText.shortId(guided.id());
          boolean runs = guided.status().state() == PlanState.PROCESSING;
          String next = "agents plan %s %s".formatted(runs ? "watch" : "resume", id);
          return Result.ok(
              Data.of(PlanView.VIEW, guided).with("next", next),
              Page.builder()
                  .row("guidance", "stored; the agent is told before its next turn", id, Mark.GOOD)
                  .command("next", next)
                  .build());
        });
  }
}
