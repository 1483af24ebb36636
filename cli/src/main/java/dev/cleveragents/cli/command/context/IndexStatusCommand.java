package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents index status}: what is indexed. */
@Command(
    name = "status",
    description = "Show what is indexed of this project; changes nothing.",
    footer = "agents index status")
final class IndexStatusCommand implements AgentsCommand {

  @Mixin FolderOption folder = new FolderOption();

  @Override
  public Result run(CommandContext context) {
    return folder.open(
        context,
        asked -> {
          IndexView view = new IndexView(asked);
          return Result.ok(view.data(), view.page());
        });
  }
}
