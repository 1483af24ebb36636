package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.PlanError;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan errors}: what went wrong with a plan. Reads only. */
@Command(name = "errors", description = "Show everything that went wrong with a plan.")
final class PlanErrorsCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Override
  public Result run(CommandContext context) {
    List<PlanError> errors =
        Store.read(
            context, agents -> agents.plans().errors(MeantPlan.find(agents, plan, context).id()));
    Page.Builder page = Page.builder();
    for (PlanError error : errors) {
      page.row(
          error.phase().name().toLowerCase(Locale.ROOT) + ", " + error.category(),
          error.message(),
          error.at().toString(),
          Mark.ATTENTION);
      if (error.advice().hint() != null) {
        page.row("what to do", error.advice().hint());
      }
    }
    if (errors.isEmpty()) {
      page.text("no errors");
    }
    return Result.ok(
        Data.of("errors", errors.stream().map(PlanStatusCommand::data).toList()), page.build());
  }
}
