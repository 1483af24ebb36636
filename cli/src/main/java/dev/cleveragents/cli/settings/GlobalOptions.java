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
    description = "Carries out plans on a project with AI agents, many at once.",
    synopsisHeading = "Usage: ",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 not found, 4 conflict, 130 interrupted."
    })
public final class GlobalOptions {

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description =
          "Where CleverAgents keeps its data (else CLEVERAGENTS_HOME, else ~/.cleveragents).")
  @Nullable Path dataDir;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      description =
          "How to print: ${COMPLETION-CANDIDATES} (else CLEVERAGENTS_FORMAT, else 'format' in"
              + " config.toml, else rich on a terminal and plain elsewhere).")
  @Nullable Format format;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Short for --format json.")
  boolean json;

  @Option(
      names = "--no-color",
      scope = ScopeType.INHERIT,
      description = "No colours (NO_COLOR does the same).")
  boolean noColour;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Show the log and, with an error, where in the program it arose.")
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
      description = "Show the version, as the command version does.")
  boolean version;

  /** Whether the log and traces are wanted. */
  public boolean verbose() {
    return verbose;
  }
}
