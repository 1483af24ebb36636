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
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan prompt}: guidance for the agent of a plan. */
@Command(
    name = "prompt",
    description = {
      "Give guidance to the agent of a plan; it is told before its next turn.",
      "A plan whose work is complete goes back to it when you resume it."
    },
    footer = "agents plan prompt 'use the existing parser'")
final class PlanPromptCommand implements AgentsCommand {

  @Parameters(
      index = "0..1",
      arity = "1..2",
      paramLabel = "[PLAN] TEXT",
      hideParamSyntax = true,
      description =
          "Guidance, as one argument. A plan before it: id, its start or end, or 'last'; default: last.")
  List<String> words = List.of();

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.before(words, "TEXT", agents, context);
          Plan guided = agents.plans().guide(meant.id(), words.getLast());
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
