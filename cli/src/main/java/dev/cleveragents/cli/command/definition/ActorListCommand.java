package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.model.ModelSource;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.ActorPresets;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Definition;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.models.ModelStatus;
import dev.cleveragents.runtime.view.DefinitionView;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.ModelView;
import dev.cleveragents.workspace.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code agents actor list}: stored actors, presets, and models. Reads only. */
@Command(
    name = "list",
    description = {
      "List what --actor accepts: your actors, presets of coding agents, and usable models.",
      "Your actor replaces a preset of the same name."
    },
    footer = "agents actor list")
final class ActorListCommand implements AgentsCommand {

  @Option(names = "--archived", description = "Include archived ones.")
  boolean archived;

  @Override
  public Result run(CommandContext context) {
    List<Definition<?>> stored =
        StoreAccess.readOr(
            context,
            agents -> new ArrayList<>(agents.definitions().list(DefinitionKind.ACTOR, archived)),
            List.<Definition<?>>of());
    List<CommandActor> presets =
        ActorPresets.all().stream()
            .filter(
                preset -> stored.stream().noneMatch(actor -> actor.name().equals(preset.name())))
            .toList();
    List<ModelStatus> models = ModelSource.with(context, it -> it.list().models());
    Page.Builder page = Page.builder();
    stored.forEach(actor -> page.line(DefinitionView.VIEW, actor));
    List<Data> data = new ArrayList<>();
    String path = context.environment().variables().getOrDefault("PATH", "");
    for (CommandActor preset : presets) {
      String problem = ActorPresets.missing(preset, path).orElse("");
      page.row(
          preset.name().forPeople(),
          problem.isEmpty() ? "preset, installed" : "preset, not installed",
          problem.isEmpty() ? "" : String.valueOf(preset.program().install()),
          problem.isEmpty() ? Mark.GOOD : Mark.NONE);
      data.add(
          Data.of("name", preset.name().toString())
              .with("program", preset.program().name())
              .with("usable", problem.isEmpty())
              .with("problem", problem)
              .with("install", preset.program().install())
              .with("command", preset.line()));
    }
    models.stream()
        .filter(ModelStatus::isUsable)
        .forEach(model -> page.line(ModelView.VIEW, model));
    long others = models.stream().filter(model -> !model.isUsable()).count();
    if (others > 0) {
      page.text(
          "%s not usable yet; see 'agents model list'".formatted(CountedNoun.of(others, "model")));
    }
    return Result.ok(
        Data.of("actors", Data.all(DefinitionView.VIEW, stored))
            .with("presets", data)
            .with("models", Data.all(ModelView.VIEW, models)),
        page.build());
  }
}
