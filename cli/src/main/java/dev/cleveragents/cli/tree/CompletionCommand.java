package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code agents completion SHELL}: a completion script for the shell. Both shells get the script
 * for bash, which zsh runs in its compatibility mode.
 */
@Command(
    name = "completion",
    description = {
      "Print a script that lets the Tab key complete commands and options.",
      "For bash put this into ~/.bashrc:  eval \"$(agents completion bash)\""
    },
    footer = {
      "eval \"$(agents completion bash)\"",
      "agents completion fish > ~/.config/fish/completions/agents.fish"
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

  /** A function of bash that zsh's compatibility mode lacks. */
  private static final String MISSING_IN_ZSH = "compopt() { return 0; }\n";

  @Parameters(paramLabel = "SHELL", description = "Shell: ${COMPLETION-CANDIDATES}.")
  Shell shell = Shell.BASH;

  @Override
  public Result run(CommandContext context) {
    String common = AutoComplete.bash("agents", CommandTree.whole());
    String script = shell == Shell.ZSH ? MISSING_IN_ZSH + common : common;
    return Result.ok(Data.of("shell", shell).with("script", script), Page.text(script));
  }
}
