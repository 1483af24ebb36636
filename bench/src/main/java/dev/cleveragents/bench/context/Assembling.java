package dev.cleveragents.bench.context;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.pipeline.ContextPipeline;
import dev.cleveragents.context.pipeline.PipelineSettings;
import dev.cleveragents.context.pipeline.PipelineSources;
import dev.cleveragents.context.pipeline.StrategyWeights;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.context.project.AssemblyOptions;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.ProjectState;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks a project many questions, by one caller or several at once, with some strategies more. */
final class Assembling {

  private static final CancellationToken GO = CancellationToken.none();
  private static final int SMALLEST = 500;
  private static final int LARGEST = 32 * 1024;
  private static final PipelineSettings EQUAL =
      PipelineSettings.DEFAULT.withWeights(new StrategyWeights(Map.of(), 1, "equal"));

  /**
   * What came of the questions.
   *
   * @param nanos how long each took
   * @param overruns how many answers had more tokens than their budget, counted again
   */
  record Outcome(List<Long> nanos, int overruns) {}

  private final ProjectContext project;
  private final ParallelStrategyExecutor executor;
  private final List<Strategy> more;

  Assembling(ProjectContext project, ParallelStrategyExecutor executor, List<Strategy> more) {
    this.project = project;
    this.executor = executor;
    this.more = more;
  }

  /**
   * Asks.
   *
   * @param questions by each caller
   * @param seed another one gives other questions
   */
  Outcome ask(int callers, int questions, long seed) throws Exception {
    List<Future<Outcome>> waiting = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
      for (int caller = 0; caller < callers; caller++) {
        Random random = new Random(seed + caller);
        waiting.add(threads.submit(() -> ask(questions, random)));
      }
    }
    List<Long> nanos = new ArrayList<>();
    int overruns = 0;
    for (Future<Outcome> each : waiting) {
      nanos.addAll(each.get().nanos());
      overruns += each.get().overruns();
    }
    return new Outcome(nanos, overruns);
  }

  private Outcome ask(int questions, Random random) throws InterruptedException {
    AssemblyOptions options = AssemblyOptions.STANDARD.withSettings(EQUAL);
    List<Long> nanos = new ArrayList<>();
    int overruns = 0;
    for (int i = 0; i < questions; i++) {
      int budget = random.nextInt(SMALLEST, LARGEST);
      ContextRequest request = ContextRequest.about(MadeRepository.question(random), budget);
      long start = System.nanoTime();
      AssembledContext answer =
          project.look(
              ProjectState.NEWEST,
              options,
              GO,
              (seen, sources) ->
                  new ContextPipeline(
                          with(sources), options.settings(), executor, options.counter())
                      .assemble(request, GO));
      nanos.add(System.nanoTime() - start);
      overruns += options.counter().count(answer.text()) > budget ? 1 : 0;
    }
    return new Outcome(nanos, overruns);
  }

  private PipelineSources with(PipelineSources sources) {
    List<Strategy> strategies = new ArrayList<>(sources.strategies());
    strategies.addAll(more);
    return new PipelineSources(
            strategies, sources.there(), sources.redepth(), sources.imports(), sources.generation())
        .withBeginnings(sources.beginnings());
  }
}
