package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.models.ModelListing;
import dev.cleveragents.models.ModelStatus;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.ModelView;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code agents model list}: which models can be used, and why the others cannot. */
@Command(
    name = "list",
    description = "List the known language models, which are usable, and why the others are not.",
    footer = "agents model list")
final class ModelListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    return ModelSource.with(
        context,
        models -> {
          ModelListing listing = models.list();
          List<ModelStatus> all = listing.models();
          Optional<String> best = models.best().map(Object::toString);
          Page.Builder page = Page.builder();
          all.stream()
              .filter(ModelStatus::isUsable)
              .forEach(model -> page.line(ModelView.VIEW, model));
          best.ifPresent(it -> page.row("default", it, "'agents run GOAL' uses it", Mark.NONE));
          listing
              .problems()
              .forEach((provider, problem) -> page.row(provider, problem + known(provider, all)));
          return Result.ok(
              Data.of("models", Data.all(ModelView.VIEW, all)).with("default", best.orElse(null)),
              page.build());
        });
  }

  private static String known(String provider, List<ModelStatus> all) {
    List<String> names =
        all.stream()
            .map(model -> model.info().name())
            .filter(name -> name.provider().equals(provider))
            .map(ModelName::model)
            .toList();
    return names.isEmpty() ? "" : " Models: " + String.join(", ", names) + ".";
  }
}
