package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.runtime.view.Mark;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;

/**
 * {@code agents info}: the state of the installation. Reads only; creates no folder and no file.
 */
@Command(
    name = "info",
    description = "Show the state of the installation.",
    footer = "agents info --json")
final class InfoCommand implements AgentsCommand {

  private static final String NO_MODELS = "commands, scripts, coding agents and language models";

  @Override
  public Result run(CommandContext context) {
    BuildInfo build = BuildInfo.read();
    GitVersion git = GitVersion.ask(context.interrupt());
    HomeFolder home = HomeFolder.look(context.settings().home().value());
    MachineInfo machine = MachineInfo.look();
    Path launcher = context.environment().launcher();
    Map<String, Setting<?>> settings = context.settings().named();

    Page.Builder page = Page.builder().heading("Installation");
    page.row("version", build.version(), build.commit() == null ? "" : build.commit(), Mark.GOOD);
    page.row(
        "launcher", launcher == null ? "none, Java was started directly" : launcher.toString());
    home.describe(page);
    page.row("actors", NO_MODELS);
    page.heading("Settings");
    settings.forEach(
        (name, setting) ->
            page.row(name, setting.value().toString(), "from " + setting.source(), Mark.NONE));
    page.heading("Machine");
    machine.describe(page);
    git.describe(page);

    return Result.ok(
        Data.of("version", build.version())
            .with("commit", build.commit())
            .with("launcher", launcher)
            .with("home", home.data())
            .with("plans", Data.of("available", true).with("actors", NO_MODELS))
            .with("settings", settings.entrySet().stream().map(InfoCommand::data).toList())
            .with("machine", machine.data())
            .with("git", git.data()),
        page.build());
  }

  private static Data data(Map.Entry<String, Setting<?>> entry) {
    return Data.of("name", entry.getKey())
        .with("value", entry.getValue().value())
        .with("source", entry.getValue().source());
  }
}
