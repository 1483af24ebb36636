package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.index.UpdateResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  @Option(
      names = "--vectors",
      description = "Also embed all that is new, for semantic-embedding: slow the first time.")
  boolean vectors;

  @Override
  public Result run(CommandContext context) {
    return folder.open(
        context,
        asked -> {
          boolean kept = all && !asked.clear(context.interrupt());
          UpdateResult text = asked.update(Freshness.shown(context), context.interrupt());
          UpdateResult syntax = asked.updateSyntax(Freshness.shown(context), context.interrupt());
          Optional<UpdateResult> embedded =
              vectors
                  ? asked.updateVectors(Freshness.shown(context), context.interrupt())
                  : Optional.empty();
          context.dialogue().show("");
          IndexView view = new IndexView(asked);
          Result result =
              Result.ok(
                  view.data()
                      .with("written", text.written())
                      .with("removed", text.removed())
                      .with("parsed", syntax.written())
                      .with("embedded", embedded.map(UpdateResult::written).orElse(0)),
                  view.page());
          return result.withMessages(messages(kept, text, syntax, embedded));
        });
  }

  /**
   * @param kept whether everything was to be made anew and could not be
   */
  private List<Message> messages(
      boolean kept, UpdateResult text, UpdateResult syntax, Optional<UpdateResult> embedded) {
    List<Message> messages = new ArrayList<>();
    if (kept) {
      messages.add(Message.warning("Another process is indexing; nothing was made anew."));
    } else if (text.outcome() == UpdateResult.Outcome.BUSY) {
      messages.add(Message.warning("Another process is indexing; nothing was done here."));
    } else if (syntax.outcome() == UpdateResult.Outcome.BUSY) {
      messages.add(
          Message.warning("Another process is reading the syntax; 'agents index status' tells."));
    }
    if (vectors && embedded.isEmpty()) {
      messages.add(
          Message.warning(
              "Nothing was embedded: there is no embedding model here; see docs/context.md."));
    }
    embedded
        .filter(result -> result.outcome() == UpdateResult.Outcome.BUSY)
        .ifPresent(
            busy ->
                messages.add(
                    Message.warning("Another process is embedding; nothing was embedded here.")));
    return messages;
  }
}
