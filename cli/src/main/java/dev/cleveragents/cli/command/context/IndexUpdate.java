package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.context.index.IndexStatus;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.project.ProjectContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Updates an index before a query, and warns of what an answer may lack. */
final class IndexUpdate {

  private IndexUpdate() {}

  /** Shows the progress of an update. */
  static Progress shown(CommandContext context) {
    return (phase, done, total) ->
        context
            .dialogue()
            .show(
                "index: %s %,d of %,d"
                    .formatted(phase.name().toLowerCase(Locale.ROOT), done, total));
  }

  /** Updates the text index, and returns the warnings about it. */
  static List<Message> of(ProjectContext folder, CommandContext context)
      throws IOException, InterruptedException {
    UpdateResult result = folder.update(shown(context), context.interrupt());
    context.dialogue().show("");
    List<Message> messages = new ArrayList<>();
    result
        .rebuilt()
        .ifPresent(why -> messages.add(Message.warning("The index was rebuilt: " + why + ".")));
    if (result.outcome() == UpdateResult.Outcome.BUSY) {
      messages.add(
          Message.warning("Another process is indexing; this answer uses the previous index."));
    }
    IndexStatus.Coverage syntax = folder.status().syntax();
    if (syntax.share() < 1) {
      messages.add(
          Message.warning(
              "The syntax of %,d of %,d files is known; 'agents index rebuild' reads the rest."
                  .formatted(syntax.read(), syntax.files())));
    }
    return messages;
  }
}
