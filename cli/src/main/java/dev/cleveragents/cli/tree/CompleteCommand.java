package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import java.util.List;

/**
 * {@code agents __complete WORD [WORD…]}, which the scripts of {@code agents completion} call: the
 * word at the cursor, then those before it. Prints a candidate a line; whatever fails, it offers
 * nothing, because the user is in the middle of a line.
 */
record CompleteCommand(List<String> words) implements AgentsCommand {

  /** The name that the scripts use. */
  static final String NAME = "__complete";

  @Override
  public Result run(CommandContext context) {
    StringBuilder lines = new StringBuilder();
    try {
      new Completion(words.subList(1, words.size()))
          .candidates(words.getFirst(), context)
          .forEach(candidate -> lines.append(candidate.line()).append('\n'));
    } catch (RuntimeException e) {
      lines.setLength(0);
    }
    return Result.ok(Data.empty(), Page.exact(lines.toString()));
  }
}
