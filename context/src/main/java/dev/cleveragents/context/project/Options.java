package dev.cleveragents.context.project;

import dev.cleveragents.context.pipeline.Deadlines;
import dev.cleveragents.context.pipeline.PipelineSettings;
import dev.cleveragents.context.strategy.PastPlan;
import dev.cleveragents.context.token.TokenCounter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How an answer is made.
 *
 * @param settings of the pipeline
 * @param counter counts the tokens of the model that the answer is for
 * @param past the plans of before, if anybody knows them
 */
public record Options(
    PipelineSettings settings, TokenCounter counter, Optional<Supplier<List<PastPlan>>> past) {

  /** Everything as usual, for a model of which nothing is known. */
  public static final Options STANDARD =
      new Options(PipelineSettings.DEFAULT, TokenCounter.estimating(), Optional.empty());

  /** The same so that it can be made again byte for byte, however long that takes. */
  public Options reproducible() {
    return new Options(settings.withDeadlines(Deadlines.NONE), counter, past);
  }

  /** The same with other settings. */
  public Options withSettings(PipelineSettings other) {
    return new Options(other, counter, past);
  }

  /** The same for that model. */
  public Options forModel(String model) {
    return new Options(settings, TokenCounter.forModel(model), past);
  }

  /** The same with what was decided before. */
  public Options withPast(Supplier<List<PastPlan>> plans) {
    return new Options(settings, counter, Optional.of(plans));
  }
}
