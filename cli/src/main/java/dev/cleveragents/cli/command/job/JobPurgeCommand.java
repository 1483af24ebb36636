package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.view.DisplayText;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents job purge}: deletes jobs that ended long ago, with their output. */
@Command(
    name = "purge",
    description = "Delete jobs that ended long ago, with their output. Cannot be undone.",
    footer = "agents job purge --older-than 30d")
final class JobPurgeCommand implements AgentsCommand {

  @Option(
      names = "--older-than",
      required = true,
      paramLabel = "TIME",
      description = "Minimum age of the jobs to delete, for example 30d.")
  Duration age = Duration.ZERO;

  @Option(names = "--limit", paramLabel = "N", description = "Purge at most N jobs; default: all.")
  long limit = Long.MAX_VALUE;

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    NumberOption.requirePositive("--limit", limit, "job purge");
    Confirmation.require(
        context,
        yes,
        "Delete every job that ended more than %s ago?".formatted(DisplayText.duration(age)),
        "agents job purge --older-than … --yes");
    long purged =
        StoreAccess.change(context, agents -> agents.jobs().purge(age, limit, context.interrupt()));
    return Result.ok(
        Data.of("purged", purged).with("interrupted", context.interrupt().isCancelled()),
        Page.text(purged == 1 ? "1 job deleted" : purged + " jobs deleted"));
  }
}
