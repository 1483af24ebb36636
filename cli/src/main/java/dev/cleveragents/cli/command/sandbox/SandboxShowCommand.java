package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents sandbox show}: everything about one copy. Reads only. */
@Command(name = "show", description = "Show one copy: whose it is, and what is only there.")
final class SandboxShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "SANDBOX", description = "Its id, or a part of it.")
  String sandbox = "";

  @Override
  public Result run(CommandContext context) {
    SandboxView view =
        Store.read(
            context,
            agents ->
                new SandboxView(
                    Interruptible.call(
                        () ->
                            agents
                                .copies()
                                .get(MeantSandbox.find(agents, sandbox), context.interrupt())),
                    agents.now()));
    Page.Builder page = Page.builder();
    view.describe(page);
    return Result.ok(view.data(), page.build());
  }
}
