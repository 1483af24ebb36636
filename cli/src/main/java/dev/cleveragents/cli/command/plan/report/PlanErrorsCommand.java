package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NextCommand;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.runtime.view.PlanErrorView;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan errors}: the errors of a plan. Reads only. */
@Command(name = "errors", description = "Show all errors of a plan.", footer = "agents plan errors")
final class PlanErrorsCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Override
  public Result run(CommandContext context) {
    List<PlanError> errors =
        StoreAccess.read(
            context, agents -> agents.plans().errors(PlanFinder.find(agents, plan, context).id()));
    Page.Builder page = Page.builder();
    for (PlanError error : errors) {
      page.line(PlanErrorView.VIEW, error);
      if (error.advice().hint() != null) {
        page.row("hint", error.advice().hint());
      }
    }
    if (errors.isEmpty()) {
      page.text("no errors");
    }
    return Result.ok(
        Data.of("errors", errors.stream().map(PlanErrorsCommand::data).toList()), page.build());
  }

  static Data data(PlanError error) {
    return Data.of(PlanErrorView.VIEW, error)
        .with("command", NextCommand.of(error.advice().next()));
  }
}
