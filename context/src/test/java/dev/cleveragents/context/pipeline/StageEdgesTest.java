package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Score;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import dev.cleveragents.context.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the stages make of finds that seldom occur together. */
class StageEdgesTest {

  private static final TokenCounter COUNTER = TokenCounter.forModel("gpt-4o");
  private static final ContextRequest REQUEST = ContextRequest.about("x", 1_000);

  private final List<Excluded> excluded = new ArrayList<>();

  private static Candidate found(
      NodeId node, int first, int last, String text, String by, double gain) {
    return Sample.candidate(Sample.fragment(node, first, last, Depth.FULL, text, 0.5), by, gain);
  }

  private static Candidate found(int first, int last, String text, String by, double gain) {
    return found(NodeId.file("a.java"), first, last, text, by, gain);
  }

  private static Candidate lines(int first, int last, double gain) {
    StringBuilder text = new StringBuilder();
    for (int line = first; line <= last; line++) {
      text.append("line ").append(line).append('\n');
    }
    return found(first, last, text.toString(), "s" + first, gain);
  }

  private List<Candidate> deduplicate(Candidate... candidates) {
    return new ContentHashDeduplicator(1_000).deduplicate(List.of(candidates), excluded);
  }

  private static List<String> places(List<Candidate> kept) {
    return kept.stream().map(it -> it.fragment().node() + ":" + it.fragment().lines()).toList();
  }

  @Test
  void sharesAddUpAlsoWhereConfidenceIsNextToNothing() {
    List<BudgetShare> shares =
        new ProportionalBudgetAllocator()
            .allocate(
                10,
                List.of(
                    new SelectedStrategy(Sample.strategy("a"), 1e-200, 1e-200),
                    new SelectedStrategy(Sample.strategy("b"), 1e-200, 1e-200)));
    assertThat(shares).extracting(BudgetShare::tokens).containsExactly(5, 5);
  }

  @Test
  void ofTheSameTextTheMoreRelevantIsKeptWhicheverIsFoundFirst() {
    Candidate low = found(1, 1, "same\n", "a", 0.1);
    Candidate high = found(7, 7, "same\n", "b", 0.9);
    assertThat(places(deduplicate(low, high))).containsExactly("a.java:7");
    assertThat(places(deduplicate(high, low))).containsExactly("a.java:7");
  }

  @Test
  void whatTwoHaveFoundCountsForMoreThanWhatOneHasFoundOnTheSameLines() {
    Candidate one = found(1, 9, "rendered", "a", 0.5);
    Candidate both = found(5, 20, "otherwise", "b", 0.4);
    Candidate again = found(5, 20, "otherwise", "c", 0.4);
    assertThat(places(deduplicate(one, both, again))).containsExactly("a.java:5-20");
  }

  @Test
  void whatJoinsTwoPiecesJoinsThemBoth() {
    List<Candidate> joined = deduplicate(lines(1, 3, 0.5), lines(5, 8, 0.4), lines(3, 5, 0.1));
    assertThat(places(joined)).containsExactly("a.java:1-8");
    assertThat(joined.getFirst().fragment().content())
        .isEqualTo(lines(1, 8, 1).fragment().content());
  }

  @Test
  void aTextWithFewerLinesThanItStandsForIsNotJoinedAlsoIfTheSharedLineAgrees() {
    assertThat(
            places(
                deduplicate(found(1, 10, "a\nb\nx", "a", 0.5), found(10, 12, "x\ny\nz", "b", 0.4))))
        .containsExactly("a.java:1-10");
    assertThat(
            places(deduplicate(found(1, 3, "a\nb\nx", "a", 0.5), found(3, 12, "x\ny", "b", 0.4))))
        .containsExactly("a.java:1-3");
  }

  @Test
  void linesOfTwoDefinitionsTogetherAreThoseOfTheFile() {
    Candidate one = found(new NodeId("a.java", "A.m"), 1, 2, "m {\nx\n", "a", 0.5);
    Candidate other = found(new NodeId("a.java", "A.n"), 2, 3, "x\n}\n", "b", 0.4);
    assertThat(places(deduplicate(one, other))).containsExactly("a.java:1-3");
  }

  @Test
  void aNodeFoundAtTwoDepthsGoesBeforeOneThatIsWorthLessThanBoth() {
    Candidate other = found(new NodeId("b.java", "B"), 1, 1, "B", "a", 0.5);
    NodeId node = new NodeId("a.java", "A");
    Candidate whole = found(node, 1, 1, "A { }", "b", 0.3);
    Candidate less =
        Sample.candidate(Sample.fragment(node, 1, 1, Depth.MEMBERS, "A", 0.5), "c", 0.3);
    assertThat(
            new MaxDepthResolver()
                .resolve(List.of(other, whole, less), 100, excluded).stream()
                    .map(it -> it.fragment().path()))
        .containsExactly("a.java", "b.java");
  }

  private static Score score(Candidate... all) {
    return new WeightedCompositeScorer().score(List.of(all), REQUEST).getFirst().score();
  }

  @Test
  void partsOfAScoreStayBetweenNothingAndOne() {
    Candidate one = found(new NodeId("a.java", "A"), 1, 1, "A", "a", 0.9);
    Candidate other = found(new NodeId("a.java", "B"), 3, 3, "B", "b", 0.8);
    assertThat(score(one, other).relevance()).isOne();
    assertThat(score(one).total()).isBetween(0.0, 1.0);
  }

  @Test
  void ofTwoThatAreWorthTheSameForTheirLengthTheMoreValuableGoesFirst() {
    FragmentTexts texts = new FragmentTexts(COUNTER, DepthChanger.NONE);
    List<ScoredCandidate> scored = new ArrayList<>();
    for (ContextFragment fragment :
        List.of(
            Sample.fragment("a", 1, 9, "word ".repeat(20)),
            Sample.fragment("b", 1, 9, "word ".repeat(60)))) {
      // Exactly the same number for the root of each size.
      double total = Math.sqrt(texts.aboutTokens(fragment)) * 0x1p-10;
      scored.add(
          new ScoredCandidate(
              Sample.candidate(fragment, "s", total), new Score(total, 0, 1, total)));
    }
    List<Included> packed = new GreedyKnapsackPacker(texts).pack(scored, 1_000, excluded);
    assertThat(packed).extracting(it -> it.fragment().path()).containsExactly("b", "a");
  }

  @Test
  void whatDoesNotFitIsNotTriedWithMoreDetailThanItWasFoundWith() {
    List<Integer> tried = new ArrayList<>();
    DepthChanger noting =
        (_, depth) -> {
          tried.add(depth.level());
          return Optional.empty();
        };
    ContextFragment members =
        Sample.fragment(NodeId.file("a"), 1, 9, Depth.MEMBERS, "word ".repeat(400), 0.5);
    new GreedyKnapsackPacker(new FragmentTexts(COUNTER, noting))
        .pack(
            List.of(
                new ScoredCandidate(
                    Sample.candidate(members, "s", 0.5), new Score(0.5, 0, 1, 0.5))),
            100,
            excluded);
    assertThat(tried).containsExactly(0);
  }

  private static Included included(String path, double relevance) {
    return new Included(
        Sample.fragment(NodeId.file(path), 1, 9, Depth.LISTING, "text of " + path, 0.5),
        new Score(relevance, 0, 1, relevance),
        List.of(),
        10);
  }

  private static List<String> paths(List<Included> fragments) {
    return fragments.stream().map(it -> it.fragment().path()).toList();
  }

  @Test
  void filesOfTheSameRelevanceAreReadInTheOrderOfTheirNamesHoweverTheyCome() {
    RelevanceCoherenceOrderer orderer = new RelevanceCoherenceOrderer((_, _) -> false);
    Included a = included("a", 0.5);
    Included b = included("b", 0.5);
    assertThat(paths(orderer.order(List.of(a, b)))).containsExactly("a", "b");
    assertThat(paths(orderer.order(List.of(b, a)))).containsExactly("a", "b");
  }

  @Test
  void whereNothingIsMissingNothingIsSaidToBe() {
    List<StrategyReport> reports =
        List.of(
            new StrategyReport("s", 0.5, 1, 9, 3, 3, StrategyOutcome.OK, "", Optional.empty()),
            new StrategyReport(
                "t", 0, 0, 0, 0, 0, StrategyOutcome.NOT_ASKED, "", Optional.empty()));
    assertThat(
            new ProvenancePreambleGenerator(COUNTER, Unseen.NOTHING, 0)
                .generate(reports, 3, 0, 1_000))
        .isEqualTo(
            """
            Context from the project: 3 fragments.
            Found by s: 3 of them, confidence 0.50.
            """);
  }

  @Test
  void aChildSeesTheMoreRelevantFirstThenByNameAndNothingEmpty() {
    Included empty =
        new Included(
            Sample.fragment(NodeId.file("empty"), 1, 9, Depth.LISTING, " \n", 0.5),
            new Score(1, 0, 1, 1),
            List.of(),
            1);
    AssembledContext parent =
        Sample.parent(included("b", 0.5), included("a", 0.5), empty, included("c", 0.9));
    Skeleton skeleton =
        new DepthReductionCompressor(new FragmentTexts(COUNTER, DepthChanger.NONE))
            .compress(parent, List.of(), 10_000);
    assertThat(paths(skeleton.fragments())).containsExactly("c", "a", "b");
  }
}
