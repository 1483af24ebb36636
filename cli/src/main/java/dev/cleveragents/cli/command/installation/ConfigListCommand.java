package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.runtime.view.Mark;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code agents config list}: every setting and where it comes from. Reads only. */
@Command(
    name = "list",
    description = "List settings with their values and sources.",
    footer = "agents config list")
final class ConfigListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    Map<String, Setting<?>> all = context.settings().named();
    Page.Builder page = Page.builder();
    all.forEach(
        (name, setting) ->
            page.row(name, setting.value().toString(), "from " + setting.source(), Mark.NONE));
    return Result.ok(
        Data.of(
            "settings",
            all.entrySet().stream().map(it -> data(it.getKey(), it.getValue())).toList()),
        page.build());
  }

  static Data data(String name, Setting<?> setting) {
    return Data.of("name", name)
        .with("value", setting.value().toString())
        .with("source", setting.source());
  }
}
