package dev.cleveragents.cli.tree;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code agents completion SHELL}: a completion script for the shell. The scripts ask {@link
 * CompleteCommand} for the candidates, so that they never go out of date.
 */
@Command(
    name = "completion",
    description = {
      "Print a script that lets the Tab key complete commands, options and values,",
      "such as plans, actions, profiles and files. For bash and zsh, put the line",
      "of the example into ~/.bashrc or ~/.zshrc."
    },
    footer = {
      "eval \"$(agents completion bash)\"",
      "eval \"$(agents completion zsh)\"",
      "agents completion fish > ~/.config/fish/completions/agents.fish"
    })
final class CompletionCommand implements AgentsCommand {

  /** The shells that have a script. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "SHELL", description = "Shell: ${COMPLETION-CANDIDATES}.")
  Shell shell = Shell.BASH;

  @Override
  public Result run(CommandContext context) {
    String script = script();
    return Result.ok(Data.of("shell", shell).with("script", script), Page.exact(script));
  }

  private String script() {
    String name = "completion." + shell;
    try (InputStream in = CompletionCommand.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
