package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.Definition;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.runtime.view.DefinitionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents action list} and its like. Reads only; with no store yet the list is empty. */
@Command(
    name = "list",
    description = "List definitions by name.",
    footer = "agents ${PARENT-COMMAND-NAME} list")
final class DefinitionListCommand implements AgentsCommand {

  private final DefinitionKind<?> kind;

  @Option(names = "--archived", description = "Include archived ones.")
  boolean archived;

  DefinitionListCommand(DefinitionKind<?> kind) {
    this.kind = kind;
  }

  @Override
  public Result run(CommandContext context) {
    List<Definition<?>> all =
        StoreAccess.readOr(
            context,
            agents -> new ArrayList<>(agents.definitions().list(kind, archived)),
            List.<Definition<?>>of());
    Page.Builder page = Page.builder();
    all.forEach(definition -> page.line(DefinitionView.VIEW, definition));
    if (all.isEmpty()) {
      page.text("no %ss".formatted(kind.noun()));
    }
    String key = kind.noun().toLowerCase(Locale.ROOT).replace(' ', '_') + "s";
    return Result.ok(Data.of(key, Data.all(DefinitionView.VIEW, all)), page.build());
  }
}
