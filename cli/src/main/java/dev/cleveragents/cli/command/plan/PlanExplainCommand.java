package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.decision.Decision;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan explain}: why a plan decided so. Reads only. */
@Command(name = "explain", description = "Show decisions with their question, choice and reasons.")
final class PlanExplainCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Option(
      names = "--decision",
      paramLabel = "ID",
      description = "Only this one: its id, or the end of it.")
  @Nullable String decision;

  @Override
  public Result run(CommandContext context) {
    List<Decision> all =
        Store.read(
            context,
            agents -> agents.plans().decisions(MeantPlan.find(agents, plan, context).id()));
    List<Decision> meant = all.stream().filter(this::isMeant).toList();
    if (meant.isEmpty() && decision != null) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "The plan has no decision '%s'.".formatted(decision),
              null,
              "agents plan tree " + plan));
    }
    Page.Builder page = Page.builder();
    meant.forEach(each -> explain(each, page));
    return Result.ok(
        Data.of("decisions", meant.stream().map(PlanTreeCommand::data).toList()), page.build());
  }

  private boolean isMeant(Decision each) {
    return decision == null || each.id().toString().endsWith(decision.toUpperCase(Locale.ROOT));
  }

  private static void explain(Decision decision, Page.Builder page) {
    page.heading(decision.choice().type().id());
    page.row("id", decision.id().toString());
    page.row("question", decision.choice().question());
    page.row("chosen", decision.choice().chosen());
    if (!decision.choice().alternatives().isEmpty()) {
      page.row("instead of", String.join(", ", decision.choice().alternatives()));
    }
    if (decision.choice().confidence() != null) {
      page.row("confidence", String.valueOf(decision.choice().confidence()));
    }
    page.row("because", decision.choice().rationale());
    page.row("at", decision.at().toString());
  }
}
