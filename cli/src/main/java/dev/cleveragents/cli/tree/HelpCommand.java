package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents help [COMMAND…]}, also behind {@code --help}. */
@Command(
    name = "help",
    description = "Show the help of a command.",
    footer = "agents help plan apply")
final class HelpCommand implements AgentsCommand {

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Command to explain.")
  List<String> words = List.of();

  /** Help on the command of that path; an empty path means all commands. */
  static HelpCommand about(String path) {
    HelpCommand help = new HelpCommand();
    help.words = path.isEmpty() ? List.of() : List.of(path.split(" "));
    return help;
  }

  @Override
  public Result run(CommandContext context) {
    CommandLine command = CommandTree.whole();
    for (String word : CommandAliases.expanded(words)) {
      CommandLine next = command.getSubcommands().get(word);
      if (next == null) {
        throw new ProblemException(UsageProblem.unknownCommand(command, word));
      }
      command = next;
    }
    String usage = CommandHelp.of(command);
    return Result.ok(Data.of("usage", usage), Page.text(usage));
  }
}
