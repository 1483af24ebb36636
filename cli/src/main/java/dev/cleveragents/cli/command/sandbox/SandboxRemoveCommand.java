package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.recovery.SandboxContentReport;
import dev.cleveragents.engine.recovery.SandboxReport;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.SandboxView;
import dev.cleveragents.workspace.sandbox.store.SandboxId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents sandbox remove}: removes a sandbox, unless work would be lost. */
@Command(
    name = "remove",
    description = {
      "Remove a sandbox. Refused while its owner is alive.",
      "If it holds unrecorded work it asks, or refuses without a terminal."
    },
    footer = "agents sandbox remove 8K4T --force")
final class SandboxRemoveCommand implements AgentsCommand {

  @Parameters(paramLabel = "SANDBOX", description = "Sandbox: id, or its start or end.")
  String sandbox = "";

  @Option(
      names = {"--force", "--yes"},
      description = "Remove it even if unrecorded work is lost.")
  boolean force;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(context, agents -> Interruptible.call(() -> remove(agents, context)));
  }

  private Result remove(CleverAgents agents, CommandContext context) throws InterruptedException {
    SandboxId id = SandboxFinder.find(agents, sandbox);
    SandboxReport before = agents.sandboxService().get(id, context.interrupt());
    boolean unwanted = force || isGivenUp(before, context);
    SandboxView removed =
        new SandboxView(
            agents.sandboxService().remove(id, unwanted, context.interrupt()), agents.now());
    return Result.ok(
        Data.of(SandboxView.VIEW, removed).with("removed", true),
        described(DisplayText.shortId(id), removed.copy().holding()));
  }

  private static Page described(String id, SandboxContentReport holding) {
    Page.Builder page = Page.builder();
    if (holding.isSpare()) {
      page.row("removed", id, holding.note() + "; nothing is lost", Mark.GOOD);
    } else {
      page.row("removed", id, "", Mark.GOOD);
      page.oneLine("lost with it", holding.lost(), "", Mark.ATTENTION);
    }
    return page.build();
  }

  /** Whether the user agrees to lose work; without a terminal, no. */
  private static boolean isGivenUp(SandboxReport copy, CommandContext context) {
    if (copy.holding().isSpare() || !copy.owner().isGone() || !context.dialogue().canAsk()) {
      return false;
    }
    Confirmation.require(
        context,
        false,
        "This exists nowhere else and would be lost: %s. Remove the sandbox?"
            .formatted(copy.holding().lost()),
        "agents sandbox export " + copy.sandbox().id());
    return true;
  }
}
