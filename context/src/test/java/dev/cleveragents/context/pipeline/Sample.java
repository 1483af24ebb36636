package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.Versions;
import dev.cleveragents.context.Vote;
import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.ManualTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Fragments, strategies and what runs them, as small as tests want them. */
public final class Sample {

  /** What a strategy does when it is asked. */
  @FunctionalInterface
  public interface Look {
    List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
        throws Exception;
  }

  /** Every strategy counts alike, whatever it is called. */
  static final PipelineSettings SETTINGS =
      PipelineSettings.DEFAULT.withWeights(new StrategyWeights(Map.of(), 1, "equal"));

  private Sample() {}

  /** An answer with these fragments in it, as a child plan gets it from its parent. */
  public static AssembledContext parent(Included... fragments) {
    return new AssembledContext(
        "",
        List.of(fragments),
        new AssembledContext.Usage(1_000, 10, false),
        List.of(),
        List.of(),
        List.of(),
        Unseen.NOTHING,
        new Versions("1", "1", "o200k"));
  }

  public static ContextFragment fragment(String path, int first, int last, String content) {
    return fragment(NodeId.file(path), first, last, Depth.FULL, content, 0.5);
  }

  public static ContextFragment fragment(
      NodeId node, int first, int last, Depth depth, String content, double relevance) {
    return new ContextFragment(
        node,
        new LineRange(first, last),
        depth,
        content,
        Math.max(1, content.length() / 4),
        relevance,
        new Provenance("test", "it was wanted", Optional.empty()));
  }

  static Candidate candidate(ContextFragment fragment, String strategy, double gain) {
    return new Candidate(
        fragment, List.of(new Vote(strategy, 0, gain, "it was wanted")), List.of());
  }

  public static Strategy strategy(String name, ContextFragment... found) {
    return strategy(name, (_, _, _) -> List.of(found));
  }

  public static Strategy strategy(String name, Look look) {
    return new Asked(name, 1, Set.of(), look);
  }

  public static Strategy strategy(String name, double confidence, Set<Backend> needs) {
    return new Asked(name, confidence, needs, (_, _, _) -> List.of());
  }

  private record Asked(String name, double confidence, Set<Backend> needs, Look look)
      implements Strategy {

    @Override
    public double canHandle(ContextRequest request, Set<Backend> there) {
      return confidence;
    }

    @Override
    public List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
        throws Exception {
      return look.find(request, share, token);
    }
  }

  public static BudgetShare share(Strategy strategy) {
    return new BudgetShare(new SelectedStrategy(strategy, 1, 1), 100);
  }

  public static List<BudgetShare> shares(Strategy... strategies) {
    return List.of(strategies).stream().map(Sample::share).toList();
  }

  public static PipelineSources sources(Strategy... strategies) {
    return new PipelineSources(
        List.of(strategies),
        Set.of(Backend.values()),
        DepthChanger.NONE,
        (_, _) -> false,
        "tree-1");
  }

  /** Real threads on a clock that stands still. */
  public static ParallelStrategyExecutor executor() {
    ManualTime time = new ManualTime();
    return new ParallelStrategyExecutor(
        new CircuitBreaker(), ThreadFactories.standard(), time, time);
  }

  /** Every body runs on the thread that starts it: for many calls, and for the model checker. */
  public static ThreadFactories inline() {
    return new ThreadFactories(InlineThread::new, InlineThread::new);
  }

  private static final class InlineThread extends Thread {
    private final Runnable body;

    private InlineThread(Runnable body) {
      this.body = body;
    }

    @Override
    public void start() {
      body.run();
    }
  }
}
