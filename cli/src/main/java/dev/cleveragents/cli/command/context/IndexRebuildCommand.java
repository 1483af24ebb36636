package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.index.UpdateResult;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents index rebuild}: updates the whole index and waits for it. */
@Command(
    name = "rebuild",
    description = "Update the whole index, with the syntax of every file, and wait for it.",
    footer = "agents index rebuild")
final class IndexRebuildCommand implements AgentsCommand {

  @Mixin FolderOption folder = new FolderOption();

  @Option(names = "--all", description = "Delete the index first and build all of it again.")
  boolean all;

  @Override
  public Result run(CommandContext context) {
    return folder.open(
        context,
        asked -> {
          boolean kept = all && !asked.clear(context.interrupt());
          UpdateResult text = asked.update(IndexUpdate.shown(context), context.interrupt());
          UpdateResult syntax = asked.updateSyntax(IndexUpdate.shown(context), context.interrupt());
          context.dialogue().show("");
          IndexView view = new IndexView(asked);
          Result result =
              Result.ok(
                  view.data()
                      .with("written", text.written())
                      .with("removed", text.removed())
                      .with("parsed", syntax.written()),
                  view.page());
          return result.withMessages(messages(kept, text, syntax));
        });
  }

  /**
   * @param kept whether the index could not be deleted first
   */
  private static List<Message> messages(boolean kept, UpdateResult text, UpdateResult syntax) {
    List<Message> messages = new ArrayList<>();
    if (kept) {
      messages.add(Message.warning("Another process is indexing; the index was not rebuilt."));
    } else if (text.outcome() == UpdateResult.Outcome.BUSY) {
      messages.add(Message.warning("Another process is indexing; nothing was done here."));
    } else if (syntax.outcome() == UpdateResult.Outcome.BUSY) {
      messages.add(
          Message.warning(
              "Another process is reading the syntax; 'agents index status' shows how far it is."));
    }
    return messages;
  }
}
