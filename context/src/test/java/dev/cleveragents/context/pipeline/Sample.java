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
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.ManualTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Fragments, strategies and what runs them, as small as tests want them. */
final class Sample {

  /** What a strategy does when it is asked. */
  @FunctionalInterface
  interface Look {
    List<ContextFragment> find(ContextRequest request, int share, CancellationToken token)
        throws Exception;
  }

  private Sample() {}

  /** An answer with these fragments in it, as a child plan gets it from its parent. */
  static AssembledContext parent(Included... fragments) {
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

  static ContextFragment fragment(String path, int first, int last, String content) {
    return fragment(NodeId.file(path), first, last, Depth.FULL, content, 0.5);
  }

  static ContextFragment fragment(
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

  static Strategy strategy(String name, ContextFragment... found) {
    return strategy(name, (_, _, _) -> List.of(found));
  }

  static Strategy strategy(String name, Look look) {
    return new Asked(name, 1, Set.of(), look);
  }

  static Strategy strategy(String name, double confidence, Set<Backend> needs) {
    return new Asked(name, confidence, needs, (_, _, _) -> List.of());
  }

  private record Asked(String name, double confidence, Set<Backend> needs, Look look)
      implements Strategy {
    @Override
    public double quality() {
      return 0.5;
    }

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

  static Share share(Strategy strategy) {
    return new Share(new Chosen(strategy, 1, 1), 100);
  }

  static List<Share> shares(Strategy... strategies) {
    return List.of(strategies).stream().map(Sample::share).toList();
  }

  static Sources sources(Strategy... strategies) {
    return new Sources(
        List.of(strategies), Set.of(Backend.values()), Redepth.NONE, Imports.NONE, "tree-1");
  }

  /** Real threads on a clock that stands still. */
  static ParallelStrategyExecutor executor() {
    ManualTime time = new ManualTime();
    return new ParallelStrategyExecutor(new CircuitBreaker(), Threads.standard(), time, time);
  }

  /** Every body runs on the thread that starts it: for many calls, and for the model checker. */
  static Threads inline() {
    return new Threads(InlineThread::new, InlineThread::new);
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
