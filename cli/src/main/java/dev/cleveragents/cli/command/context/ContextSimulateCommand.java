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

/** {@code agents context simulate}: what each strategy finds for a question. */
@Command(
    name = "simulate",
    description =
        "Show what each context strategy finds for a question, and how the results are fused. Updates the index first.",
    footer = "agents context simulate 'how does the cache expire'")
final class ContextSimulateCommand implements AgentsCommand {

  @Mixin ContextQuestion question = new ContextQuestion();

  @Mixin FolderOption folder = new FolderOption();

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

  private static Result answer(AssembledContext answer) {
    AssembledContextView view = new AssembledContextView(answer);
    Page.Builder page = Page.builder();
    view.usage(page);
    view.strategies(page);
    view.fragments(page);
    return Result.ok(view.data(), page.build());
  }
}
