package dev.cleveragents.cli.command.house;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.cli.settings.ConfigEdit;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents config set}: writes one setting into the configuration file. */
@Command(
    name = "set",
    description = "Write a setting into config.toml; whatever else stands there stays.")
final class ConfigSetCommand implements AgentsCommand {

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "format, store.url, sandbox.confine, context.exclude … (docs/commands.md).")
  String name = "";

  @Parameters(index = "1", paramLabel = "VALUE", description = "Its value.")
  String value = "";

  @Override
  public Result run(CommandContext context) {
    if (!ConfigEdit.NAMES.contains(name)) {
      throw ConfigGetCommand.unknown(name, ConfigEdit.NAMES);
    }
    Path file = new ConfigEdit(context.settings().home().value()).set(name, value);
    return Result.ok(
        Data.of("name", name).with("file", file),
        Page.text("%s is set in %s".formatted(name, file)));
  }
}
