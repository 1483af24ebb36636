package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.Versions;
import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.context.pipeline.execution.StrategyAnswer;
import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes one answer of what several strategies find: asks those that can answer, all at once, fuses
 * what they find, shows nothing twice, gives out the room to what counts most, puts it in order and
 * says where it is from.
 *
 * <p>The text of an answer never has more tokens than the budget. The same request over the same
 * sources and settings, with the same outcomes of the strategies, gives the same answer; without
 * deadlines byte for byte. A pipeline has no state of its own and may be used by many threads; what
 * they share is in the executor.
 */
public final class ContextPipeline {

  /** The least that an answer needs, to say where it comes from and to show anything. */
  public static final int RESERVE = 60;

  /** The part of a budget that the preamble may have, and a fragment joined of several. */
  private static final int PART = 4;

  private final PipelineSources sources;
  private final PipelineSettings settings;
  private final ParallelStrategyExecutor executor;
  private final TokenCounter counter;
  private final FragmentTexts texts;

  /** A pipeline over these sources that counts for one model. */
  public ContextPipeline(
      PipelineSources sources,
      PipelineSettings settings,
      ParallelStrategyExecutor executor,
      TokenCounter counter) {
    this.sources = sources;
    this.settings = settings;
    this.executor = executor;
    this.counter = counter;
    this.texts = new FragmentTexts(counter, sources.redepth());
  }

  /**
   * Answers a request. A budget of 0 gives an empty answer without asking a strategy.
   *
   * @throws BudgetTooSmallException if the budget is above 0 and below {@link #RESERVE}
   * @throws dev.cleveragents.kernel.cancel.CancelledException if the token is cancelled
   * @throws InterruptedException if the calling thread is interrupted
   */
  public AssembledContext assemble(ContextRequest request, CancellationToken token)
      throws InterruptedException {
    int budget = request.budget();
    if (budget > 0 && budget < RESERVE) {
      throw new BudgetTooSmallException(budget, RESERVE);
    }
    token.throwIfCancelled();
    ConfidenceWeightedSelector.Selection selection =
        budget == 0
            ? nothingSelected()
            : new ConfidenceWeightedSelector(settings.weights())
                .select(request, sources.strategies(), sources.there());
    List<BudgetShare> shares =
        new ProportionalBudgetAllocator().allocate(budget, selection.chosen());
    List<StrategyAnswer> answers = executor.execute(request, shares, settings.deadlines(), token);
    token.throwIfCancelled();
    return fuse(request, new StrategyReports(sources.strategies(), selection.passed(), answers));
  }

  /** What a child plan sees of an answer, in 15 % of its own budget, near its focus first. */
  public Skeleton skeleton(AssembledContext parent, ContextRequest child) {
    return new DepthReductionCompressor(texts).compress(parent, child.focus(), child.budget());
  }

  private ConfidenceWeightedSelector.Selection nothingSelected() {
    return new ConfidenceWeightedSelector.Selection(
        List.of(),
        sources.strategies().stream()
            .map(strategy -> new ConfidenceWeightedSelector.Passed(strategy, "the budget is 0"))
            .toList());
  }

  private AssembledContext fuse(ContextRequest request, StrategyReports reports) {
    int budget = request.budget();
    List<Excluded> excluded = new ArrayList<>();
    List<Candidate> found = RankFusion.candidates(reports.answers());
    List<Candidate> distinct =
        new ContentHashDeduplicator(budget / PART)
            .deduplicate(new FileBeginnings(sources.beginnings()).addTo(found), excluded);
    List<Candidate> resolved = new MaxDepthResolver().resolve(distinct, budget, excluded);
    List<ScoredCandidate> scored = new WeightedCompositeScorer().score(resolved, request);

    int reserved = counter.count(longestPreamble(reports, found, budget));
    List<Included> packed =
        new GreedyKnapsackPacker(texts).pack(scored, budget - reserved, excluded);
    List<Included> joined = new AdjacentPieces(texts).join(packed);
    List<Included> ordered = new RelevanceCoherenceOrderer(sources.imports()).order(joined);

    int used = ordered.stream().mapToInt(Included::tokens).sum();
    List<StrategyReport> told = reports.of(ordered.stream().map(Included::votes).toList());
    String preamble = preamble(told, ordered.size(), noRoom(excluded), budget - used);
    return new AssembledContext(
        preamble,
        ordered,
        new AssembledContext.Usage(budget, used + counter.count(preamble), counter.estimated()),
        told,
        excluded,
        RankFusion.ranking(found),
        sources.unseen(),
        new Versions(sources.generation(), settings.weights().version(), counter.tokenizer()));
  }

  /** Every number in it at its largest; its tokens are kept until the true one is known. */
  private String longestPreamble(StrategyReports reports, List<Candidate> found, int budget) {
    List<StrategyReport> all = reports.of(found.stream().map(Candidate::votes).toList());
    return preamble(all, found.size(), found.size(), Math.max(RESERVE, budget / PART));
  }

  private String preamble(List<StrategyReport> told, int fragments, int leftOut, int most) {
    return told.stream().allMatch(report -> report.outcome() == StrategyOutcome.NOT_ASKED)
        ? ""
        : new ProvenancePreambleGenerator(counter, sources.unseen(), sources.late())
            .generate(told, fragments, leftOut, most);
  }

  private static int noRoom(List<Excluded> excluded) {
    return (int) excluded.stream().filter(each -> each.reason() == Excluded.Reason.NO_ROOM).count();
  }
}
