package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.runtime.settings.Setting;
import dev.cleveragents.workspace.NameSuggestion;
import java.util.Collection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents config get}: one setting and where it comes from. Reads only. */
@Command(name = "get", description = "Show one setting.", footer = "agents config get store.url")
final class ConfigGetCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Key of the setting, for example store.url.")
  String name = "";

  @Override
  public Result run(CommandContext context) {
    Setting<?> setting =
        context
            .settings()
            .find(name)
            .orElseThrow(() -> unknown(name, context.settings().named().keySet()));
    return Result.ok(ConfigListCommand.data(name, setting), Page.text(setting.value().toString()));
  }

  static ProblemException unknown(String name, Collection<String> known) {
    return new ProblemException(
        new Problem(
            ExitCode.NOT_FOUND,
            "Unknown setting '%s'; known are %s.".formatted(name, String.join(", ", known)),
            NameSuggestion.to(name, known)
                .map(it -> "Did you mean '%s'?".formatted(it))
                .orElse(null),
            "agents config list"));
  }
}
