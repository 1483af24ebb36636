package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.view.SandboxView;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code agents sandbox list}: all sandboxes, with the work that exists only there. Reads only. */
@Command(
    name = "list",
    description = "List sandboxes, with their unrecorded work.",
    footer = "agents sandbox list")
final class SandboxListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    List<SandboxView> copies =
        StoreAccess.readOr(
            context,
            agents ->
                Interruptible.call(() -> agents.sandboxService().list(context.interrupt())).stream()
                    .map(copy -> new SandboxView(copy, agents.now()))
                    .toList(),
            List.<SandboxView>of());
    Page.Builder page = Page.builder();
    copies.forEach(copy -> page.line(SandboxView.VIEW, copy));
    if (copies.isEmpty()) {
      page.text("no sandboxes");
    }
    return Result.ok(Data.of("sandboxes", Data.all(SandboxView.VIEW, copies)), page.build());
  }
}
