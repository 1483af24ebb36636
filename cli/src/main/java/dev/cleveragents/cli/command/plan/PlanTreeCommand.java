package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.decision.Decision;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan tree}: what a plan decided. Reads only. */
@Command(name = "tree", description = "Show the decisions of a plan.")
final class PlanTreeCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Override
  public Result run(CommandContext context) {
    List<Decision> decisions =
        Store.read(
            context,
            agents -> agents.plans().decisions(MeantPlan.find(agents, plan, context).id()));
    Page.Builder page = Page.builder();
    decisions.forEach(
        decision ->
            page.row(
                (decision.parent() == null ? "" : "  ") + decision.choice().type().id(),
                firstLine(decision.choice().chosen())
                    + (decision.superseded() ? " (superseded)" : "")));
    return Result.ok(
        Data.of("decisions", decisions.stream().map(PlanTreeCommand::data).toList()), page.build());
  }

  static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  static Data data(Decision decision) {
    return Data.of("id", decision.id().toString())
        .with("parent", decision.parent() == null ? null : decision.parent().toString())
        .with("type", decision.choice().type().id())
        .with("question", decision.choice().question())
        .with("chosen", decision.choice().chosen())
        .with("alternatives", decision.choice().alternatives())
        .with("confidence", decision.choice().confidence())
        .with("rationale", decision.choice().rationale())
        .with("superseded", decision.superseded())
        .with("at", decision.at());
  }
}
