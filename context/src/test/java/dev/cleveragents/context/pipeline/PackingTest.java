package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Score;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.Unseen;
import dev.cleveragents.context.Unseen.Reason;
import dev.cleveragents.context.View;
import dev.cleveragents.context.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** What becomes of scored fragments: packed, put in order, introduced, reduced for children. */
class PackingTest {

  private static final TokenCounter COUNTER = TokenCounter.forModel("gpt-4o");

  private final List<Excluded> excluded = new ArrayList<>();
  private final List<String> rendered = new ArrayList<>();

  /** Shows ten words for each level of depth above 2, and one word below. */
  private final DepthChanger redepth =
      (fragment, depth) -> {
        rendered.add(fragment.path() + "@" + depth);
        int words = depth.level() > 0 ? depth.level() * 10 : 1;
        return Optional.of(
            Sample.fragment(
                fragment.node(),
                fragment.lines().first(),
                fragment.lines().last(),
                depth,
                "word ".repeat(words),
                fragment.relevance()));
      };

  private static Score score(double relevance) {
    return new Score(relevance, 0, 1, relevance);
  }

  private static ScoredCandidate scored(String path, int words, double total) {
    ContextFragment fragment = Sample.fragment(path, 1, 9, "word ".repeat(words));
    return new ScoredCandidate(Sample.candidate(fragment, "s", total), score(total));
  }

  private List<Included> pack(int room, ScoredCandidate... scored) {
    return new GreedyKnapsackPacker(new FragmentTexts(COUNTER, redepth))
        .pack(List.of(scored), room, excluded);
  }

  private static List<String> shown(List<Included> packed) {
    return packed.stream().map(i -> i.fragment().path() + "@" + i.fragment().depth()).toList();
  }

  @Test
  void aLongPieceThatCountsForMoreGoesBeforeAShortOneWithMorePerToken() {
    assertThat(shown(pack(10_000, scored("short", 100, 0.4), scored("long", 400, 0.9))))
        .containsExactly("long@9", "short@9");
  }

  @Test
  void anOutlineNeverTakesTheRoomOfWholeLines() {
    assertThat(shown(pack(100, scored("long", 400, 0.9), scored("short", 60, 0.1))))
        .containsExactly("short@9");
    assertThat(excluded).extracting(one -> one.fragment().path()).containsExactly("long");
  }

  @Test
  void shortPiecesOfTheSameScoreGoFirstAndTiesAreBrokenByPlace() {
    assertThat(
            shown(
                pack(10_000, scored("long", 400, 0.4), scored("b", 20, 0.4), scored("a", 20, 0.4))))
        .containsExactly("a@9", "b@9", "long@9");
  }

  @Test
  void whatDoesNotFitIsShownWithLessDetail() {
    assertThat(shown(pack(80, scored("a", 400, 0.9)))).containsExactly("a@4");
    assertThat(shown(pack(40, scored("a", 400, 0.9)))).containsExactly("a@2");
    assertThat(rendered).containsExactly("a@4", "a@4", "a@2");
    assertThat(excluded).isEmpty();
  }

  @Test
  void aRenderingOfLessThanTenTokensIsNotUsedAndTheReasonIsTold() {
    assertThat(pack(25, scored("a", 400, 0.9))).isEmpty();
    assertThat(rendered).containsExactly("a@4", "a@2", "a@0");
    assertThat(excluded)
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.reason()).isEqualTo(Excluded.Reason.NO_ROOM);
              assertThat(one.detail()).contains("25 were left");
            });
  }

  @Test
  void whereFewerThanTenTokensAreLeftNothingIsTried() {
    pack(9, scored("a", 400, 0.9), scored("b", 400, 0.8));
    assertThat(rendered).isEmpty();
    assertThat(excluded).hasSize(2);
  }

  @Test
  void renderingsAreBounded() {
    ScoredCandidate[] many = new ScoredCandidate[500];
    for (int i = 0; i < many.length; i++) {
      many[i] = scored("f" + i, 400, 0.5);
    }
    pack(25, many);
    assertThat(rendered).hasSize(120);
    assertThat(excluded).hasSize(500);
  }

  @Test
  void whatAStrategyFoundWithLessDetailIsUsedFirst() {
    ScoredCandidate whole = scored("a", 400, 0.9);
    ContextFragment less =
        Sample.fragment(whole.fragment().node(), 1, 9, Depth.SIGNATURES, "found ".repeat(20), 0.1);
    ScoredCandidate both = new ScoredCandidate(whole.candidate().orElse(less), whole.score());
    assertThat(pack(60, both)).extracting(Included::fragment).containsExactly(less);
    assertThat(rendered).isEmpty();
  }

  @Test
  void theSameReducedTextIsShownOnce() {
    NodeId node = NodeId.file("a");
    ScoredCandidate one =
        new ScoredCandidate(
            Sample.candidate(Sample.fragment(node, 1, 9, Depth.FULL, "x ".repeat(900), 1), "s", 1),
            score(0.5));
    ScoredCandidate two =
        new ScoredCandidate(
            Sample.candidate(Sample.fragment(node, 1, 9, Depth.FULL, "y ".repeat(900), 1), "s", 1),
            score(0.4));
    assertThat(shown(pack(200, one, two)))
        .as("there is room for both")
        .containsExactly("a@4", "a@2");
  }

  @Test
  void emptyTextsAndRenderingsThatThrowAreLeftOut() {
    ScoredCandidate empty = scored("empty", 0, 0.9);
    assertThat(pack(100, empty)).isEmpty();
    assertThat(excluded).extracting(Excluded::reason).containsExactly(Excluded.Reason.EMPTY);
    AtomicInteger tried = new AtomicInteger();
    DepthChanger broken =
        (_, _) -> {
          tried.incrementAndGet();
          throw new IllegalStateException("no parse");
        };
    new GreedyKnapsackPacker(new FragmentTexts(COUNTER, broken))
        .pack(List.of(scored("a", 400, 0.9)), 100, excluded);
    assertThat(tried).hasValue(3);
    assertThat(excluded.getLast().reason()).isEqualTo(Excluded.Reason.NO_ROOM);
  }

  @Test
  void aRenderingDeeperThanAskedIsNotTaken() {
    DepthChanger stubborn = (fragment, _) -> Optional.of(fragment);
    assertThat(
            new GreedyKnapsackPacker(new FragmentTexts(COUNTER, stubborn))
                .pack(List.of(scored("a", 400, 0.9)), 100, excluded))
        .isEmpty();
  }

  private static Included included(String path, int first, double relevance) {
    ContextFragment fragment = Sample.fragment(path, first, first + 5, path + " text " + first);
    return new Included(fragment, score(relevance), List.of(), 10);
  }

  private static List<String> order(BiPredicate<String, String> imports, Included... packed) {
    return new RelevanceCoherenceOrderer(imports)
        .order(List.of(packed)).stream()
            .map(i -> i.fragment().path() + i.fragment().lines().first())
            .toList();
  }

  @Test
  void relevantFilesComeFirstEachTogetherAndInTheOrderOfItsLines() {
    assertThat(
            order(
                (_, _) -> false,
                included("a", 50, 0.3),
                included("b", 10, 0.9),
                included("a", 10, 0.5),
                included("b", 1, 0.1)))
        .containsExactly("b1", "b10", "a10", "a50");
  }

  @Test
  void amongFilesOfAboutTheSameRelevanceImportsComeBeforeUse() {
    BiPredicate<String, String> imports =
        (path, other) ->
            List.of("user>base", "user>far", "x>y", "y>x", "base>deep")
                .contains(path + ">" + other);
    assertThat(
            order(
                imports,
                included("user", 1, 0.9),
                included("base", 1, 0.6),
                included("deep", 1, 0.5),
                included("far", 1, 0.2),
                included("x", 1, 0.19),
                included("y", 1, 0.18)))
        .containsExactly("deep1", "base1", "user1", "far1", "y1", "x1");
  }

  private static StrategyReport report(String name, StrategyOutcome outcome, int kept) {
    return new StrategyReport(name, 0.5, 1, 100, 7, kept, outcome, "", Optional.empty());
  }

  @Test
  void thePreambleTellsWhoFoundWhatAndWhatIsMissing() {
    List<StrategyReport> reports =
        List.of(
            report("keyword", StrategyOutcome.OK, 3),
            report("history", StrategyOutcome.TIMED_OUT, 0),
            report("graph", StrategyOutcome.SKIPPED_OPEN, 0),
            report("arce", StrategyOutcome.NOT_ASKED, 0));
    Unseen unseen = new Unseen(View.EXECUTE, Map.of(Reason.NOT_INCLUDED, 4, Reason.PROTECTED, 12));
    ProvenancePreambleGenerator preambles = new ProvenancePreambleGenerator(COUNTER, unseen, 2);
    assertThat(preambles.generate(reports, 3, 2, 1_000))
        .isEqualTo(
            """
            Context from the project: 3 fragments.
            Missing: what these would have found: history (timed out), graph (skipped open).
            Missing: 2 more fragments, for which there was no room.
            Missing: files that may not be shown here: 12 protected, 4 not included.
            Missing: the symbols of 2 changed files: the parser was late, they are read as text.
            Found by keyword: 3 of them, confidence 0.50.
            """);
    String all = preambles.generate(reports, 3, 2, 1_000);
    for (int most = 0; most < 100; most++) {
      String text = preambles.generate(reports, 3, 2, most);
      assertThat(all).as("nothing after what does not fit").startsWith(text);
      assertThat(COUNTER.count(text)).isLessThanOrEqualTo(most);
      assertThat(text)
          .satisfiesAnyOf(t -> assertThat(t).isEmpty(), t -> assertThat(t).endsWith(".\n"));
    }
  }

  @Test
  void aChildSeesTheNamesNearItsFocusFirstInFifteenPercent() {
    FragmentTexts texts = new FragmentTexts(COUNTER, redepth);
    DepthReductionCompressor compressor = new DepthReductionCompressor(texts);
    Included listing =
        new Included(
            Sample.fragment(NodeId.file("z/L"), 1, 9, Depth.LISTING, "L", 0.1),
            score(0.05),
            List.of(),
            5);
    AssembledContext parent =
        Sample.parent(
            included("a/A", 1, 0.9),
            included("b/B", 1, 0.2),
            included("b/C", 1, 0.3),
            listing,
            included("a/A", 1, 0.9));
    Skeleton all = compressor.compress(parent, List.of(NodeId.file("b/B")), 10_000);
    assertThat(all.fragments())
        .extracting(i -> i.fragment().path() + "@" + i.fragment().depth())
        .containsExactly("b/B@0", "b/C@0", "a/A@0", "z/L@0");
    assertThat(all.tokens()).isEqualTo(COUNTER.count(all.text()));
    for (int budget = 0; budget < 400; budget += 7) {
      Skeleton some = compressor.compress(parent, List.of(), budget);
      assertThat(COUNTER.count(some.text()))
          .isEqualTo(some.tokens())
          .isLessThanOrEqualTo((int) (0.15 * budget));
    }
    assertThat(
            new DepthReductionCompressor(new FragmentTexts(COUNTER, DepthChanger.NONE))
                .compress(parent, List.of(), 10_000)
                .fragments())
        .as("only what is shallow already")
        .hasSize(1);
  }
}
