package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.models.ModelStatus;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.ModelView;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code agents model list}: which models can be used, and why the others cannot. */
@Command(
    name = "list",
    description = "List the known language models, which are usable, and why the others are not.")
final class ModelListCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    return ModelSource.with(
        context,
        models -> {
          List<ModelStatus> all = models.list();
          Optional<String> best = models.best().map(Object::toString);
          Page.Builder page = Page.builder();
          all.stream()
              .filter(ModelStatus::isUsable)
              .forEach(model -> page.line(ModelView.VIEW, model));
          best.ifPresent(it -> page.row("default", it, "'agents run GOAL' uses it", Mark.NONE));
          all.stream()
              .filter(model -> !model.isUsable())
              .map(ModelStatus::problem)
              .distinct()
              .forEach(problem -> page.row("not usable", problem));
          return Result.ok(
              Data.of("models", Data.all(ModelView.VIEW, all)).with("default", best.orElse(null)),
              page.build());
        });
  }
}
