package dev.cleveragents.cli.settings;

import dev.cleveragents.cli.output.Format;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command takes, before or after its name. Filled by picocli. */
@Command(
    name = "agents",
    description = "Run commands and coding agents on your project without losing work.",
    synopsisHeading = "Usage: ",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions, before or after a command:%n",
    sortOptions = false,
    footer = {
      "",
      "Help of one command: agents help COMMAND. Commands of 'plan' also work",
      "without that word: agents status, agents diff, agents apply, agents undo.",
      "",
      "Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 not found, 4 conflict, 5 budget spent, 130 interrupted."
    })
public final class GlobalOptions {

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = {"Home folder; default: CLEVERAGENTS_HOME,", "else ~/.cleveragents."})
  @Nullable Path dataDir;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      description = {
        "Output format: ${COMPLETION-CANDIDATES};",
        "default: CLEVERAGENTS_FORMAT, else 'format' in",
        "config.toml, else rich on a terminal, plain elsewhere."
      })
  @Nullable Format format;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Short for --format json.")
  boolean json;

  @Option(
      names = "--no-color",
      scope = ScopeType.INHERIT,
      description = "Print without colours, as with NO_COLOR.")
  boolean noColour;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Print the log and, with an error, its stack trace.")
  boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version, as 'agents version' does.")
  boolean version;

  /** Whether the log and traces are wanted. */
  public boolean verbose() {
    return verbose;
  }
}
