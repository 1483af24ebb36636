package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents index clear}: empties the index. */
@Command(
    name = "clear",
    description = "Delete the index of this project; its files are not touched.",
    footer = "agents index clear")
final class IndexClearCommand implements AgentsCommand {

  @Mixin FolderOption folder = new FolderOption();

  @Override
  public Result run(CommandContext context) {
    return folder.open(
        context,
        asked -> {
          if (!asked.clear(context.interrupt())) {
            throw new ProblemException(
                new Problem(
                    ExitCode.CONFLICT,
                    "Another process is indexing this project; nothing was cleared.",
                    "Try again when it is done.",
                    "agents index status"));
          }
          IndexView view = new IndexView(asked);
          return Result.ok(view.data(), view.page());
        });
  }
}
