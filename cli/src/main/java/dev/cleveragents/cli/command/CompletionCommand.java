package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code agents completion SHELL}: a script that teaches the shell the commands and options. One
 * script serves both shells; zsh runs it in its compatibility mode for bash.
 */
@Command(
    name = "completion",
    description = {
      "Print a script that lets the Tab key complete commands and options.",
      "Put this into ~/.bashrc or ~/.zshrc:  eval \"$(agents completion bash)\""
    })
final class CompletionCommand implements AgentsCommand {

  /** The shells that the script works in. */
  enum Shell {
    BASH,
    ZSH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  Shell shell = Shell.BASH;

  @Override
  public Result run(CommandContext context) {
    String script = AutoComplete.bash("agents", CommandTree.whole());
    return Result.ok(Data.of("shell", shell).with("script", script), Page.text(script));
  }
}
