package dev.cleveragents.context.project;

import dev.cleveragents.context.pipeline.PipelineSettings;
import dev.cleveragents.context.pipeline.execution.Deadlines;
import dev.cleveragents.context.token.TokenCounter;

/**
 * How an answer is made.
 *
 * @param settings of the pipeline
 * @param counter counts the tokens of the model that the answer is for
 */
public record AssemblyOptions(PipelineSettings settings, TokenCounter counter) {

  /** Default settings, for a model of which nothing is known. */
  public static final AssemblyOptions STANDARD =
      new AssemblyOptions(PipelineSettings.DEFAULT, TokenCounter.estimating());

  /** The same without deadlines, so that the same question gives the same bytes. */
  public AssemblyOptions reproducible() {
    return new AssemblyOptions(settings.withDeadlines(Deadlines.NONE), counter);
  }

  /** The same with other settings. */
  public AssemblyOptions withSettings(PipelineSettings other) {
    return new AssemblyOptions(other, counter);
  }

  /** The same for that model. */
  public AssemblyOptions forModel(String model) {
    return new AssemblyOptions(settings, TokenCounter.forModel(model));
  }
}
