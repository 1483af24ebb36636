package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.sandbox.SandboxId;
import dev.cleveragents.engine.stray.Copy;
import dev.cleveragents.engine.stray.Holding;
import dev.cleveragents.runtime.CleverAgents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents sandbox remove}: removes one copy, unless work would be lost. */
@Command(
    name = "remove",
    description = {
      "Remove a copy. Refused while somebody works in it.",
      "Asks, or with nobody to ask refuses, if it holds work that is nowhere else."
    })
final class SandboxRemoveCommand implements AgentsCommand {

  @Parameters(paramLabel = "SANDBOX", description = "Its id, or a part of it.")
  String sandbox = "";

  @Option(
      names = {"--force", "--yes"},
      description =
          "Remove it with the work that is in it and nowhere else, which is lost; without this, that is asked or refused.")
  boolean force;

  @Override
  public Result run(CommandContext context) {
    return Store.change(context, agents -> Interruptible.call(() -> remove(agents, context)));
  }

  private Result remove(CleverAgents agents, CommandContext context) throws InterruptedException {
    SandboxId id = MeantSandbox.find(agents, sandbox);
    Copy before = agents.copies().get(id, context.interrupt());
    boolean unwanted = force || isGivenUp(before, context);
    SandboxView removed =
        new SandboxView(agents.copies().remove(id, unwanted, context.interrupt()), agents.now());
    return Result.ok(
        removed.data().with("removed", true), described(removed.id(), removed.copy().holding()));
  }

  private static Page described(String id, Holding holding) {
    Page.Builder page = Page.builder();
    if (holding.isSpare()) {
      page.row("removed", id, holding.note() + "; nothing is lost", Mark.GOOD);
    } else {
      page.row("removed", id, "", Mark.GOOD);
      page.oneLine("lost with it", holding.lost(), "", Mark.ATTENTION);
    }
    return page.build();
  }

  /** Whether a person says that work may be lost; without a terminal, no. */
  private static boolean isGivenUp(Copy copy, CommandContext context) {
    if (copy.holding().isSpare() || !copy.owner().isGone() || !context.dialogue().canAsk()) {
      return false;
    }
    Confirmation.require(
        context,
        false,
        "Nowhere else is, and would be lost: %s. Remove it?".formatted(copy.holding().lost()),
        "agents sandbox export " + copy.sandbox().id());
    return true;
  }
}
