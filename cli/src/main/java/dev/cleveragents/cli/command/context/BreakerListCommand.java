package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.Breakers.ReportedBreaker;
import dev.cleveragents.runtime.view.Mark;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code agents breaker list}: the circuit breakers that ever opened, with their state. Reads only.
 */
@Command(
    name = "list",
    description = "List circuit breakers that have ever opened, with their state.",
    footer = "agents breaker list")
final class BreakerListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    List<ReportedBreaker> breakers =
        StoreAccess.readOr(context, agents -> agents.breakers().list(), List.<ReportedBreaker>of());
    Page.Builder page = Page.builder();
    breakers.forEach(
        each ->
            page.row(
                each.name(),
                each.state(),
                "since %s, process %d".formatted(each.since(), each.process()),
                each.state().equals("closed") ? Mark.GOOD : Mark.ATTENTION));
    if (breakers.isEmpty()) {
      page.text("no circuit breaker has ever opened");
    }
    return Result.ok(
        Data.of("breakers", breakers.stream().map(BreakerListCommand::data).toList()),
        page.build());
  }

  private static Data data(ReportedBreaker breaker) {
    return Data.of("name", breaker.name())
        .with("state", breaker.state())
        .with("failures", breaker.failures())
        .with("process", breaker.process())
        .with("since", breaker.since());
  }
}
