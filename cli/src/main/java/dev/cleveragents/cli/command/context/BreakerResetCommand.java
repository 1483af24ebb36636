package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.Breakers;
import dev.cleveragents.runtime.Breakers.ReportedBreaker;
import dev.cleveragents.runtime.view.Mark;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents breaker reset}: closes circuit breakers by hand, in every process. */
@Command(
    name = "reset",
    description =
        "Close one circuit breaker or all; other processes follow before their next request.",
    footer = "agents breaker reset")
final class BreakerResetCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "Circuit breaker to close; default: all.")
  @Nullable String name;

  @Override
  public Result run(CommandContext context) {
    List<String> reset = StoreAccess.change(context, agents -> reset(agents.breakers()));
    Page.Builder page = Page.builder();
    reset.forEach(each -> page.row(each, "closed", "", Mark.GOOD));
    if (reset.isEmpty()) {
      page.text("every circuit breaker is closed; nothing to do");
    }
    return Result.ok(Data.of("reset", reset), page.build());
  }

  private List<String> reset(Breakers breakers) {
    List<String> known = breakers.list().stream().map(ReportedBreaker::name).toList();
    String wanted = name;
    if (wanted != null && !known.contains(wanted)) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "No circuit breaker named '%s' has ever opened.".formatted(wanted),
              known.isEmpty() ? null : "Known: " + String.join(", ", known) + ".",
              "agents breaker list"));
    }
    List<String> meant =
        wanted != null
            ? List.of(wanted)
            : breakers.list().stream()
                .filter(breaker -> !breaker.state().equals("closed"))
                .map(ReportedBreaker::name)
                .toList();
    meant.forEach(breakers::reset);
    return meant;
  }
}
