package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.CostLine;
import dev.cleveragents.runtime.view.CostView;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents cost}: what the calls of models have cost. */
@Command(
    name = "cost",
    description = "Show what the calls of language models have cost.",
    footer = "agents cost --by model")
final class CostCommand implements AgentsCommand {

  @Option(
      names = "--by",
      paramLabel = "WORD",
      description = "Group by day (default), project, actor or model.")
  CostLine.By by = CostLine.By.DAY;

  @Override
  public Result run(CommandContext context) {
    List<CostLine> lines =
        StoreAccess.readOr(context, agents -> agents.costs(by), List.<CostLine>of());
    Page.Builder page = Page.builder();
    lines.forEach(line -> page.line(CostView.LINE, line));
    if (lines.isEmpty()) {
      page.text("no model was called yet");
    }
    return Result.ok(Data.of("by", by).with("costs", Data.all(CostView.LINE, lines)), page.build());
  }
}
