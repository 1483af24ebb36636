package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.cli.settings.ConfigEdit;
import dev.cleveragents.cli.settings.Settings;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents config set}: writes one setting into the configuration file. */
@Command(
    name = "set",
    description = "Write a setting to config.toml; the rest of the file is kept.",
    footer = "agents config set budget.plan 2.00")
final class ConfigSetCommand implements AgentsCommand {

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "Key of the setting; 'agents config list' shows all.")
  String name = "";

  @Parameters(index = "1", paramLabel = "VALUE", description = "New value.")
  String value = "";

  @Override
  public Result run(CommandContext context) {
    if (!Settings.NAMES.contains(name)) {
      throw ConfigGetCommand.unknown(name, Settings.NAMES);
    }
    Path file = new ConfigEdit(context.settings().home().value()).set(name, value);
    return Result.ok(
        Data.of("name", name).with("file", file),
        Page.text("%s is set in %s".formatted(name, file)));
  }
}
