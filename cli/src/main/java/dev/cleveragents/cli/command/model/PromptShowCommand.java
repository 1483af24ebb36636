package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.actor.Prompts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents prompt show}: the text of a prompt. */
@Command(
    name = "show",
    description = "Show the prompt that agents of a role are given.",
    footer = "agents prompt show execution")
final class PromptShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the prompt; see 'agents prompt list'.")
  String name = "";

  @Override
  public Result run(CommandContext context) {
    String text = prompts(context).text(name);
    return Result.ok(Data.of("name", name).with("text", text), Page.exact(text));
  }

  static Prompts prompts(CommandContext context) {
    return new Prompts(context.settings().home().value().resolve("prompts"));
  }
}
