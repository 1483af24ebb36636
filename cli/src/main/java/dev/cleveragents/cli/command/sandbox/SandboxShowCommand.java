package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.view.SandboxView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents sandbox show}: one sandbox in detail. Reads only. */
@Command(
    name = "show",
    description = "Show a sandbox: its owner and its unrecorded work.",
    footer = "agents sandbox show 8K4T")
final class SandboxShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "SANDBOX", description = "Sandbox: id, or its start or end.")
  String sandbox = "";

  @Override
  public Result run(CommandContext context) {
    SandboxView view =
        StoreAccess.read(
            context,
            agents ->
                new SandboxView(
                    Interruptible.call(
                        () ->
                            agents
                                .sandboxService()
                                .get(SandboxFinder.find(agents, sandbox), context.interrupt())),
                    agents.now()));
    Page.Builder page = Page.builder();
    page.rows(SandboxView.VIEW, view);
    return Result.ok(Data.of(SandboxView.VIEW, view), page.build());
  }
}
