package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.context.AssembledContext;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents context inspect}: the context that an agent would get. */
@Command(
    name = "inspect",
    description =
        "Show the context an agent would get for a question, and why each fragment is in it. Updates the index first.",
    footer = "agents context inspect 'how does the cache expire' --budget 8000")
final class ContextInspectCommand implements AgentsCommand {

  @Mixin ContextQuestion question = new ContextQuestion();

  @Mixin FolderOption folder = new FolderOption();

  @Option(
      names = "--text",
      description = "Print the fragments themselves, exactly as an agent would get them.")
  boolean text;

  @Override
  public Result run(CommandContext context) {
    return folder.open(
        context,
        asked -> {
          List<Message> messages = IndexUpdate.of(asked, context);
          AssembledContext answer = question.ask(asked, context);
          return answer(answer).withMessages(messages);
        });
  }

  private Result answer(AssembledContext answer) {
    AssembledContextView view = new AssembledContextView(answer);
    if (text) {
      return Result.ok(view.data().with("text", answer.text()), Page.exact(answer.text()));
    }
    Page.Builder page = Page.builder();
    view.usage(page);
    view.fragments(page);
    view.excluded(page);
    return Result.ok(view.data().with("text", answer.text()), page.build());
  }
}
