package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.view.Mark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents audit rekey}: a new key, from the present end of the log on. */
@Command(
    name = "rekey",
    description = {
      "Seal the audit log with a new key, because the old one is lost or known to others.",
      "Entries until now are no longer protected by a key. Homes on other machines must copy it."
    })
final class AuditRekeyCommand implements AgentsCommand {

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    Confirmation.require(
        context,
        yes,
        "Seal the log with a new key? The entries until now lose the protection of the old one.",
        "agents audit rekey --yes");
    StoreAccess.renewAuditKey(context);
    return Result.ok(
        Data.of("renewed", true),
        Page.builder()
            .row("key", "renewed", "", Mark.GOOD)
            .row("next", "agents audit verify")
            .build());
  }
}
