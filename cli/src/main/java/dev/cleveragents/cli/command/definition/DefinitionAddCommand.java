package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.Definitions;
import dev.cleveragents.engine.definition.Definitions.Stored;
import dev.cleveragents.engine.yaml.YamlSource;
import dev.cleveragents.runtime.view.DefinitionView;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents actor add} and its like: stores what a YAML file defines, under its name. */
@Command(
    name = "add",
    description = {
      "Store the definition in a YAML file, under the name in the file.",
      "All mistakes in the file are reported at once, with line and column."
    },
    footer = "agents ${PARENT-COMMAND-NAME} add my-${PARENT-COMMAND-NAME}.yaml")
class DefinitionAddCommand implements AgentsCommand {

  private final DefinitionKind<?> kind;

  @Parameters(paramLabel = "FILE", description = "YAML file; 'agents schema' prints its schema.")
  Path file = Path.of("");

  @Option(names = "--replace", description = "Replace a definition of the same name.")
  boolean replace;

  DefinitionAddCommand(DefinitionKind<?> kind) {
    this.kind = kind;
  }

  @Override
  public Result run(CommandContext context) {
    YamlSource source =
        YamlSource.of(context.environment().workingDirectory().resolve(file).normalize());
    kind.read(source).orThrow();
    return StoreAccess.write(context, agents -> store(agents.definitions(), source));
  }

  private Result store(Definitions definitions, YamlSource source) {
    Stored<?> stored =
        replace ? definitions.replace(kind, source) : definitions.create(kind, source);
    String outcome = stored.outcome().name().toLowerCase(Locale.ROOT);
    return Result.ok(
        Data.of(DefinitionView.VIEW, stored.definition()).with("outcome", stored.outcome()),
        Page.text(
            "%s %s: %s".formatted(kind.noun(), stored.definition().name().forPeople(), outcome)));
  }
}
