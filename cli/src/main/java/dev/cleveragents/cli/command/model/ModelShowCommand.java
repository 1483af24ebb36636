package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.models.ModelDirectory;
import dev.cleveragents.models.ModelStatus;
import dev.cleveragents.runtime.view.ModelView;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents model show}: the limits and the price of a model. */
@Command(
    name = "show",
    description = "Show the limits and the price of a model.",
    footer = "agents model show anthropic/claude-sonnet-4-5")
final class ModelShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "MODEL", description = "Model, such as anthropic/claude-sonnet-4-5.")
  String model = "";

  @Override
  public Result run(CommandContext context) {
    ModelName name = ModelName.of(model);
    ModelStatus status = ModelSource.with(context, models -> status(models, name));
    return Result.ok(
        Data.of(ModelView.VIEW, status), Page.builder().rows(ModelView.VIEW, status).build());
  }

  private static ModelStatus status(ModelDirectory models, ModelName name) throws ModelException {
    Optional<ModelStatus> known =
        models.list().models().stream().filter(it -> it.info().name().equals(name)).findFirst();
    return known.isPresent() ? known.get() : new ModelStatus(models.open(name).info(), "");
  }
}
