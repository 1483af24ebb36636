package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import picocli.CommandLine.Command;

/** {@code agents version}: the version of CleverAgents and of Java. */
@Command(
    name = "version",
    description = "Show the version, the commit it was built from, and Java.",
    footer = "agents version")
public final class VersionCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    BuildInfo build = BuildInfo.read();
    String java = Runtime.version().toString();
    String commit = build.commit() == null ? "" : "commit " + build.commit() + ", ";
    return Result.ok(
        Data.of("version", build.version()).with("commit", build.commit()).with("java", java),
        Page.text("agents " + build.version() + " (" + commit + "Java " + java + ")"));
  }
}
