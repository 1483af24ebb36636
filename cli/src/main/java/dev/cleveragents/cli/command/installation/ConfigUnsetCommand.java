package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.cli.settings.ConfigEdit;
import dev.cleveragents.cli.settings.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents config unset}: removes one setting from the configuration file. */
@Command(
    name = "unset",
    description = "Remove a setting from config.toml, so that its default applies again.",
    footer = "agents config unset budget.plan")
final class ConfigUnsetCommand implements AgentsCommand {

  @Parameters(
      paramLabel = "NAME",
      description = "Key of the setting; 'agents config list' shows all.")
  String name = "";

  @Override
  public Result run(CommandContext context) {
    if (!Settings.NAMES.contains(name)) {
      throw ConfigGetCommand.unknown(name, Settings.NAMES);
    }
    boolean removed = new ConfigEdit(context.settings().home().value()).unset(name);
    return Result.ok(
        Data.of("name", name).with("changed", removed),
        Page.text(
            "%s %s; 'agents config get %s' shows the value in use"
                .formatted(name, removed ? "is no longer set" : "was not set", name)));
  }
}
