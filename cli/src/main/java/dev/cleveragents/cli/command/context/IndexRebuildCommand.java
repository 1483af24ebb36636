package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.index.UpdateResult;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents index rebuild}: brings all of the index up to date and waits for it. */
@Command(
    name = "rebuild",
    description = "Index what has changed, and read all syntax; --all makes everything anew.")
final class IndexRebuildCommand implements AgentsCommand {

  @Mixin AskedFolder folder = new AskedFolder();

  @Option(names = "--all", description = "Make everything anew.")
  boolean all;

  @Override
  public Result run(CommandContext context) {
    return folder.open(
        context,
        asked -> {
          if (all) {
            asked.clear(context.interrupt());
          }
          UpdateResult text = asked.update(Freshness.shown(context), context.interrupt());
          UpdateResult syntax = asked.updateSyntax(Freshness.shown(context), context.interrupt());
          context.dialogue().show("");
          IndexView view = new IndexView(asked);
          Result result =
              Result.ok(
                  view.data()
                      .with("written", text.written())
                      .with("removed", text.removed())
                      .with("parsed", syntax.written()),
                  view.page());
          return text.outcome() == UpdateResult.Outcome.BUSY
              ? result.withMessages(
                  List.of(Message.warning("Another process is indexing; nothing was done here.")))
              : result;
        });
  }
}
