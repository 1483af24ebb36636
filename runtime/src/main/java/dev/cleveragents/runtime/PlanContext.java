package dev.cleveragents.runtime;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.View;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.Sight;
import dev.cleveragents.context.strategy.PastPlan;
import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.plan.ContextSource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a plan's commands get to know of their project: its index at the plan's base, with what the
 * plan has changed laid over it, and what earlier plans decided; of all that, what the view {@code
 * execute} sees. The rest of the index follows in the background, and no command waits for it.
 */
final class PlanContext implements ContextSource {

  private final Contexts contexts;
  private final Breakers breakers;
  private final int budget;
  private final Function<Question, List<PastPlan>> past;

  /**
   * @param budget how many tokens they are told at most
   * @param past what is known of the plans before
   */
  PlanContext(
      Contexts contexts, Breakers breakers, int budget, Function<Question, List<PastPlan>> past) {
    this.contexts = contexts;
    this.breakers = breakers;
    this.budget = budget;
    this.past = past;
  }

  @Override
  public Found about(Question question, CancellationToken token) throws InterruptedException {
    ProjectContext folder = contexts.at(question.resource().location());
    try {
      folder.update(Progress.NONE, token);
    } catch (IOException e) {
      throw PlanException.failed(
          "The index of %s could not be brought up to date: %s"
              .formatted(question.resource().location(), e.getMessage()),
          e);
    }
    contexts.upkeep().wanted(folder);
    breakers.heed(contexts.equipment().breakers());
    Supplier<List<PastPlan>> before = () -> past.apply(question);
    AssembledContext answer =
        folder.assemble(
            ContextRequest.about(question.goal(), budget).forView(View.EXECUTE),
            new Sight(revision(question), question.changed()),
            folder.options().withPast(before),
            token);
    return new Found(
        answer.text(),
        answer.usage().tokens(),
        "index %s, weights %s".formatted(answer.versions().index(), answer.versions().weights()));
  }

  private static Optional<String> revision(Question question) {
    return question.resource().type() == ResourceType.GIT_CHECKOUT
        ? Optional.of(question.base())
        : Optional.empty();
  }
}
