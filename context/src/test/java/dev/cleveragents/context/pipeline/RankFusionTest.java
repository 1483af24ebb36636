package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.Score;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.Vote;
import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import dev.cleveragents.context.pipeline.execution.StrategyAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What becomes of the finds: fused, shown once, at one depth, with a score. */
class RankFusionTest {

  private final List<Excluded> excluded = new ArrayList<>();

  private static StrategyAnswer answer(String name, double weight, ContextFragment... found) {
    return new StrategyAnswer(
        new BudgetShare(new SelectedStrategy(Sample.strategy(name), 1, weight), 100),
        StrategyOutcome.OK,
        "",
        List.of(found),
        Optional.empty());
  }

  private static ContextFragment named(String path, double relevance) {
    return Sample.fragment(NodeId.file(path), 1, 1, Depth.FULL, "text of " + path, relevance);
  }

  @Test
  void withOneStrategyTheOrderIsItsOwnAlsoWhereItsNumbersAreNot() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<ContextFragment> own = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        own.add(named("f" + random.nextInt(1_000_000), random.nextInt(3) / 2.0));
      }
      List<Candidate> all =
          RankFusion.candidates(List.of(answer("only", 3, own.toArray(ContextFragment[]::new))));
      List<ScoredCandidate> scored =
          new WeightedCompositeScorer()
              .score(
                  new ContentHashDeduplicator(100).deduplicate(all, new ArrayList<>()),
                  ContextRequest.about("x", 1_000));
      List<String> distinct = own.stream().map(ContextFragment::path).distinct().toList();
      assertThat(scored)
          .as("seed " + seed)
          .extracting(each -> each.fragment().path())
          .isEqualTo(distinct);
      assertThat(scored)
          .as("seed " + seed)
          .isSortedAccordingTo(
              (a, b) -> Double.compare(b.score().relevance(), a.score().relevance()));
      assertThat(RankFusion.ranking(all)).as("seed " + seed).isEqualTo(distinct);
    }
  }

  @Test
  void strategiesAreComparableWhateverTheirNumbersMean() {
    List<Candidate> all =
        RankFusion.candidates(
            List.of(
                answer("low", 1, named("a", 0.001), named("b", 0.0005)),
                answer("high", 1, named("c", 0.9), named("d", 0.45)),
                answer("none", 1)));
    assertThat(all).extracting(Candidate::gain).startsWith(0.5);
    assertThat(all.get(0).gain()).isEqualTo(all.get(2).gain());
    assertThat(all.get(1).gain()).isEqualTo(all.get(3).gain());
    assertThat(RankFusion.candidates(List.of(answer("zero", 1, named("a", 0)))).getFirst().gain())
        .isEqualTo(0.5);
  }

  @Test
  void whatSeveralFindGains() {
    List<Candidate> all =
        RankFusion.candidates(
            List.of(
                answer("keyword", 1, named("a", 1), named("b", 0.9)),
                answer("history", 0.5, named("b", 1))));
    List<Candidate> once = new ContentHashDeduplicator(100).deduplicate(all, excluded);
    assertThat(once).extracting(c -> c.fragment().path()).containsExactly("b", "a");
    assertThat(once.getFirst().votes())
        .extracting(Vote::strategy)
        .containsExactly("history", "keyword");
    assertThat(excluded).extracting(Excluded::reason).containsExactly(Excluded.Reason.DUPLICATE);
    assertThat(RankFusion.ranking(all)).containsExactly("b", "a");
  }

  private static Candidate lines(int first, int last, double gain) {
    StringBuilder text = new StringBuilder();
    for (int line = first; line <= last; line++) {
      text.append("line ").append(line).append('\n');
    }
    return Sample.candidate(
        Sample.fragment("a.java", first, last, text.toString()), "s" + first, gain);
  }

  private List<Candidate> deduplicate(int most, Candidate... candidates) {
    return new ContentHashDeduplicator(most).deduplicate(List.of(candidates), excluded);
  }

  @Test
  void overlappingLinesOfOneFileAreJoined() {
    List<Candidate> joined =
        deduplicate(
            1_000, lines(1, 10, 0.5), lines(8, 20, 0.4), lines(20, 22, 0.1), lines(30, 31, 0.2));
    assertThat(joined).hasSize(2);
    assertThat(joined.getFirst().fragment().content())
        .isEqualTo(lines(1, 22, 0).fragment().content());
    assertThat(joined.getFirst().fragment().lines().toString()).isEqualTo("1-22");
    assertThat(joined.getFirst().gain()).isEqualTo(1.0);
    assertThat(excluded).hasSize(2).allMatch(e -> e.reason() == Excluded.Reason.OVERLAP);
  }

  @Test
  void theLargerOfTwoIsKeptWithTheVotesOfBothUnlessItIsTooLong() {
    List<Candidate> kept = deduplicate(1_000, lines(3, 4, 0.9), lines(1, 50, 0.1));
    assertThat(kept)
        .singleElement()
        .satisfies(c -> assertThat(c.fragment().lines().last()).isEqualTo(50));
    assertThat(kept.getFirst().votes()).hasSize(2);
    kept = deduplicate(20, lines(3, 4, 0.9), lines(1, 50, 0.1));
    assertThat(kept)
        .singleElement()
        .satisfies(c -> assertThat(c.fragment().lines().last()).isEqualTo(4));
    assertThat(excluded.getLast().detail()).contains("overlap those of 3-4");
    kept = deduplicate(1, lines(1, 50, 0.9), lines(3, 4, 0.1));
    assertThat(kept)
        .singleElement()
        .satisfies(c -> assertThat(c.fragment().lines().last()).isEqualTo(50));
  }

  @Test
  void whatIsNotPlainLinesIsNotJoined() {
    Candidate rendered =
        Sample.candidate(Sample.fragment("a.java", 5, 30, "class A { … }"), "graph", 0.3);
    Candidate other = Sample.candidate(Sample.fragment("a.java", 9, 12, "x\ny\nz\nw"), "g", 0.2);
    List<Candidate> kept = deduplicate(1_000, lines(1, 10, 0.5), rendered);
    assertThat(kept)
        .singleElement()
        .satisfies(c -> assertThat(c.fragment().lines().first()).isOne());
    kept = deduplicate(1_000, lines(1, 10, 0.5), other);
    assertThat(kept).as("the shared lines differ").hasSize(1);
    assertThat(kept.getFirst().fragment().content()).doesNotContain("w");
  }

  @Test
  void otherFilesAndOtherDepthsDoNotOverlap() {
    Candidate listing =
        Sample.candidate(
            Sample.fragment(NodeId.file("a.java"), 1, 99, Depth.LISTING, "A", 0.1), "g", 0.1);
    Candidate elsewhere = Sample.candidate(Sample.fragment("b.java", 1, 10, "b"), "g", 0.1);
    assertThat(deduplicate(1_000, lines(1, 10, 0.5), listing, elsewhere)).hasSize(3);
  }

  private static Candidate method(int depth, String text, double gain) {
    return Sample.candidate(
        Sample.fragment(new NodeId("a.java", "A.m"), 5, 9, new Depth(depth), text, 0.5),
        "d" + depth,
        gain);
  }

  @Test
  void ofOneNodeTheDeepestThatFitsIsKeptWithTheOthersToFallBackOn() {
    List<Candidate> all =
        List.of(method(4, "m()", 0.6), method(9, "m() { body }", 0.1), method(2, "m", 0.2));
    Candidate kept = new MaxDepthResolver().resolve(all, 100, excluded).getFirst();
    assertThat(kept.fragment().depth().level()).isEqualTo(9);
    assertThat(kept.gain()).isCloseTo(0.9, offset(1e-9));
    assertThat(kept.shallower()).extracting(f -> f.depth().level()).containsExactly(4, 2);
    assertThat(excluded).hasSize(2).allMatch(e -> e.reason() == Excluded.Reason.SHALLOWER);
    excluded.clear();
    kept = new MaxDepthResolver().resolve(all, 2, excluded).getFirst();
    assertThat(kept.fragment().depth().level()).as("9 does not fit").isEqualTo(4);
    assertThat(excluded)
        .extracting(Excluded::reason)
        .containsExactly(Excluded.Reason.NO_ROOM, Excluded.Reason.SHALLOWER);
    kept = new MaxDepthResolver().resolve(all, 0, excluded).getFirst();
    assertThat(kept.fragment().depth().level()).as("nothing fits").isEqualTo(2);
  }

  @Test
  void piecesOfAFileAreNotTakenForOneNode() {
    Candidate whole =
        Sample.candidate(
            Sample.fragment(NodeId.file("a.java"), 1, 99, Depth.LISTING, "A", 0.1), "g", 0.1);
    assertThat(new MaxDepthResolver().resolve(List.of(lines(1, 9, 0.5), whole), 100, excluded))
        .hasSize(2);
  }

  private static Score score(ContextRequest request, Candidate... candidates) {
    return new WeightedCompositeScorer().score(List.of(candidates), request).getFirst().score();
  }

  private static Candidate at(String path, String strategy, double gain, Optional<Instant> time) {
    ContextFragment f = named(path, 0.5);
    return Sample.candidate(
        new ContextFragment(
            f.node(),
            f.lines(),
            f.depth(),
            f.content(),
            f.tokens(),
            f.relevance(),
            new Provenance(strategy, "why", time)),
        strategy,
        gain);
  }

  @Test
  void aScoreIsTheWeightedMeanOfItsPartsWhichAreKept() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Candidate old = at("src/x/A.java", "a", 0.5, Optional.of(now.minus(Duration.ofDays(90))));
    Candidate newer = at("src/y/B.java", "b", 0.2, Optional.of(now));
    ContextRequest request =
        ContextRequest.about("x", 1_000).withFocus(List.of(NodeId.file("src/x/F.java")));
    Score score = score(request, old, newer);
    assertThat(score.relevance()).isEqualTo(0.5);
    assertThat(score.hierarchy()).isCloseTo(2.0 / 3, offset(1e-9));
    assertThat(score.kind()).isOne();
    assertThat(score.total()).isCloseTo(0.6 * 0.5 + 0.4 * 2 / 3, offset(1e-9));
  }

  @Test
  void neitherAgeNorAgreementCounts() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Candidate old = at("A.java", "a", 0.5, Optional.of(now.minus(Duration.ofDays(900))));
    Candidate newer = at("B.java", "a", 0.5, Optional.of(now));
    Candidate undated = at("C.java", "b", 0.5, Optional.empty());
    ContextRequest request = ContextRequest.about("x", 1_000);
    double total = score(request, old, newer, undated).total();
    assertThat(score(request, newer, old, undated).total()).isEqualTo(total);
    assertThat(score(request, undated, newer, old).total()).isEqualTo(total);
  }

  @Test
  void testsCountForLessUnlessTheRequestAsksForThem() {
    Candidate test = at("src/test/java/ParserTest.java", "a", 0.5, Optional.empty());
    Candidate code = at("src/main/java/Parser.java", "a", 0.5, Optional.empty());
    ContextRequest request = ContextRequest.about("the latest parser fails", 1_000);
    assertThat(score(request, code).kind()).isOne();
    assertThat(score(request, test).kind()).isEqualTo(0.8);
    assertThat(score(request, test).total())
        .isCloseTo(0.8 * score(request, code).total(), offset(1e-9));
    assertThat(score(ContextRequest.about("Test of the parser", 1_000), test).kind()).isOne();
    assertThat(score(request.withEntities(List.of("ParserTest")), test).kind()).isOne();
    assertThat(score(request.withFocus(List.of(NodeId.file("tests/a.py"))), test).kind()).isOne();
    assertThat(score(request.withFocus(List.of(NodeId.file("src/a.py"))), test).kind())
        .isEqualTo(0.8);
  }

  @Test
  void aTestIsKnownByItsNameOrFolder() {
    for (String path :
        List.of(
            "tests/a.py",
            "a/test_b.py",
            "conftest.py",
            "a/b_test.go",
            "a/__tests__/b.ts",
            "a/b.spec.ts",
            "a/b.test.js",
            "a/ParserTests.java",
            "a/ParserIT.java",
            "a/testdata/b.json",
            "spec/models/a.rb")) {
      assertThat(TestFiles.isTest(path)).as(path).isTrue();
    }
    for (String path :
        List.of("a/latest.py", "contest.py", "a/Testament.java", "a/inspect.ts", "attest/b.go")) {
      assertThat(TestFiles.isTest(path)).as(path).isFalse();
    }
  }

  @Test
  void aFindElsewhereInTheFileCountsAQuarter() {
    Candidate method =
        Sample.candidate(
            Sample.fragment(new NodeId("A.java", "A.m"), 5, 9, Depth.FULL, "m", 0.5), "a", 0.3);
    Candidate file = at("A.java", "b", 0.2, Optional.empty());
    assertThat(score(ContextRequest.about("x", 1_000), method, file).relevance())
        .isCloseTo(0.35, offset(1e-9));
  }

  @Test
  void whatIsNamedOrIsInTheFocusIsNearest() {
    NodeId node = new NodeId("src/main/Parser.java", "Parser.read");
    for (String name :
        List.of("read", "parser.READ", "Parser", "Parser.java", "src/main/Parser.java")) {
      assertThat(FolderDistance.isNamed(List.of(name), node)).as(name).isTrue();
    }
    assertThat(FolderDistance.isNamed(List.of("", "Pars"), node)).isFalse();
    assertThat(FolderDistance.isNamed(List.of("Makefile"), NodeId.file("Makefile"))).isTrue();
    assertThat(FolderDistance.between(node, NodeId.file("src/main/Parser.java"))).isOne();
    assertThat(FolderDistance.between(node, NodeId.file("src/test/Parser.java")))
        .isCloseTo(1.0 / 3, offset(1e-9));
    assertThat(FolderDistance.between(node, NodeId.file("README"))).isZero();
    ContextRequest request = ContextRequest.about("x", 1).withEntities(List.of("read"));
    assertThat(
            score(
                    request,
                    Sample.candidate(Sample.fragment(node, 1, 1, Depth.FULL, "r", 0.1), "a", 0.1))
                .hierarchy())
        .isOne();
  }
}
