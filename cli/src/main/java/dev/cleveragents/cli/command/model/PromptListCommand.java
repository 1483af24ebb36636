package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.actor.Prompts;
import dev.cleveragents.runtime.view.Mark;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code agents prompt list}: the prompts of agents and which of them are the user's own. */
@Command(
    name = "list",
    description = "List the prompts of agents and where each comes from.",
    footer = "agents prompt list")
final class PromptListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    Prompts prompts = PromptShowCommand.prompts(context);
    Page.Builder page = Page.builder();
    List<Map<String, Object>> data =
        Prompts.NAMES.stream()
            .map(
                name -> {
                  boolean own = Files.exists(prompts.file(name));
                  String from = own ? prompts.file(name).toString() : "shipped";
                  page.oneLine(name, from, "", Mark.NONE);
                  return Map.<String, Object>of("name", name, "from", from);
                })
            .toList();
    return Result.ok(Data.of("prompts", data), page.build());
  }
}
