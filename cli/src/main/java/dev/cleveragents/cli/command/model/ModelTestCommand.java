package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.models.ModelProbe;
import dev.cleveragents.runtime.view.Mark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents model test}: a smallest call of a model. */
@Command(
    name = "test",
    description = "Ask a model for a few tokens and show how long it takes; costs next to nothing.",
    footer = "agents model test openai/gpt-5")
final class ModelTestCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "MODEL",
      description = "Model, such as openai/gpt-5; default: the one that 'agents run' uses.")
  String model = "";

  @Override
  public Result run(CommandContext context) {
    ModelProbe probe =
        ModelSource.with(
            context,
            models -> {
              ModelName name =
                  model.isEmpty() ? NoModel.best(models, context) : ModelName.of(model);
              return models.test(name, context.interrupt());
            });
    long millis = probe.latency().toMillis();
    return Result.ok(
        Data.of("model", probe.name().toString())
            .with("ms", millis)
            .with("tokens", probe.usage().total()),
        Page.builder()
            .row("replied", probe.name().toString(), "", Mark.GOOD)
            .row("latency", "%,d ms".formatted(millis))
            .row("tokens", "%,d".formatted(probe.usage().total()))
            .build());
  }
}
