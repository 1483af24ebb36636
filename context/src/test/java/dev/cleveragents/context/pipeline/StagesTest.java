package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.ContextRequest.Wishes;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.View;
import dev.cleveragents.context.pipeline.ConfidenceWeightedSelector.Passed;
import dev.cleveragents.context.pipeline.ConfidenceWeightedSelector.Selection;
import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.Deadlines;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The stages before strategies are asked: who is, and with how many tokens. */
class StagesTest {

  private static final ContextRequest REQUEST = ContextRequest.about("x", 1_000);
  private static final Set<Backend> TEXT = Set.of(Backend.TEXT);

  private static final StrategyWeights WEIGHTS =
      new StrategyWeights(Map.of("simple-keyword", 1.0), 0.2, "v");

  private static Selection select(ContextRequest request, Strategy... strategies) {
    return new ConfidenceWeightedSelector(WEIGHTS).select(request, List.of(strategies), TEXT);
  }

  @Test
  void allThatCanAnswerAreAsked() {
    Selection selection =
        select(
            REQUEST,
            Sample.strategy("simple-keyword", 0.9, TEXT),
            Sample.strategy("history", 0.9, Set.of(Backend.HISTORY)),
            Sample.strategy("graph", 0.0, Set.of()),
            Sample.strategy("eager", 7, Set.of()),
            Sample.strategy("odd", Double.NaN, Set.of()));
    assertThat(selection.chosen())
        .extracting(SelectedStrategy::name)
        .contains("simple-keyword", "eager");
    assertThat(selection.chosen())
        .extracting(SelectedStrategy::confidence)
        .containsExactly(0.9, 1.0);
    assertThat(selection.chosen()).extracting(SelectedStrategy::weight).containsExactly(1.0, 0.2);
    assertThat(selection.passed())
        .extracting(Passed::why)
        .containsExactly(
            "it needs what is not there: [HISTORY]",
            "it has nothing to say on this",
            "it has nothing to say on this");
  }

  @Test
  void preferredOnesCountTwice() {
    Wishes wishes = new Wishes(Set.of("graph"), View.DEFAULT);
    Selection selection =
        select(
            REQUEST.withWishes(wishes),
            Sample.strategy("graph", 0.5, TEXT),
            Sample.strategy("other", 0.5, Set.of()));
    assertThat(selection.chosen()).extracting(SelectedStrategy::weight).containsExactly(0.4, 0.2);
  }

  @Test
  void whereNothingMatchesWordsAreTheLastResort() {
    Selection selection =
        select(
            REQUEST,
            Sample.strategy("graph", 0, Set.of()),
            Sample.strategy("simple-keyword", 0, TEXT));
    assertThat(selection.chosen())
        .extracting(SelectedStrategy::name)
        .containsExactly("simple-keyword");
    assertThat(selection.passed()).hasSize(1);
    Selection without =
        select(REQUEST, Sample.strategy("simple-keyword", 1, Set.of(Backend.HISTORY)));
    assertThat(without.chosen()).isEmpty();
  }

  @Test
  void aStrategyWithoutWeightIsSkippedAndOneThatThrowsHarmsNoOther() {
    Strategy throwing =
        new Strategy() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public Set<Backend> needs() {
            return Set.of();
          }

          @Override
          public double canHandle(ContextRequest request, Set<Backend> there) {
            throw new IllegalStateException("no idea");
          }

          @Override
          public List<ContextFragment> find(
              ContextRequest request, int share, CancellationToken token) {
            return List.of();
          }
        };
    Selection selection =
        new ConfidenceWeightedSelector(new StrategyWeights(Map.of("off", 0.0), 1, "v"))
            .select(
                REQUEST,
                List.of(
                    Sample.strategy("off", 1, Set.of()),
                    throwing,
                    Sample.strategy("on", 1, Set.of())),
                TEXT);
    assertThat(selection.chosen()).extracting(SelectedStrategy::name).containsExactly("on");
    assertThat(selection.passed().getFirst().why()).isEqualTo("off by default; ask for it by name");
    assertThat(selection.passed().getLast().why()).contains("cannot say").contains("no idea");
  }

  @Test
  void byDefaultWordsAndHistoryAreAskedAlsoWhereThereIsAFocus() {
    List<Strategy> all =
        Stream.of("simple-keyword", "temporal-archaeology", "breadth-depth-navigator", "arce")
            .map(name -> Sample.strategy(name, 1, Set.of()))
            .toList();
    ConfidenceWeightedSelector selector = new ConfidenceWeightedSelector(StrategyWeights.DEFAULT);

    assertThat(selector.select(REQUEST, all, TEXT).chosen())
        .extracting(chosen -> chosen.name() + " " + chosen.weight())
        .containsExactly("simple-keyword 1.0", "temporal-archaeology 1.0");
    ContextRequest focused = REQUEST.withFocus(List.of(NodeId.file("a.java")));
    assertThat(selector.select(focused, all, EnumSet.allOf(Backend.class)).chosen())
        .extracting(chosen -> chosen.name() + " " + chosen.weight())
        .containsExactly("simple-keyword 1.0", "temporal-archaeology 1.0");
    assertThat(selector.select(focused, all, TEXT).chosen())
        .as("without a history, the graph leads on from the focus")
        .extracting(chosen -> chosen.name() + " " + chosen.weight())
        .containsExactly(
            "simple-keyword 1.0", "temporal-archaeology 1.0", "breadth-depth-navigator 1.0");
    Wishes byName = new Wishes(Set.of("arce"), View.DEFAULT);
    assertThat(selector.select(REQUEST.withWishes(byName), all, TEXT).chosen())
        .extracting(chosen -> chosen.name() + " " + chosen.weight())
        .containsExactly("simple-keyword 1.0", "temporal-archaeology 1.0", "arce 1.0");
  }

  private static SelectedStrategy chosen(String name, double confidence, double weight) {
    return new SelectedStrategy(Sample.strategy(name), confidence, weight);
  }

  private static List<Integer> shares(int budget, SelectedStrategy... chosen) {
    return new ProportionalBudgetAllocator()
        .allocate(budget, List.of(chosen)).stream().map(BudgetShare::tokens).toList();
  }

  @Test
  void sharesAreInProportionAndLargestRemaindersGetTheRest() {
    assertThat(shares(100, chosen("b", 1, 1), chosen("a", 1, 1), chosen("c", 1, 1)))
        .as("of equal remainders the first name gets the odd one")
        .containsExactly(33, 34, 33);
    assertThat(shares(10, chosen("a", 0.5, 1), chosen("b", 1, 0.2))).containsExactly(7, 3);
    assertThat(shares(10)).isEmpty();
  }

  @Test
  void sharesAddUpToTheBudgetExactly() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      List<SelectedStrategy> chosen = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(7); i++) {
        chosen.add(chosen("s" + i, 1 - random.nextDouble(), 1e-3 + random.nextDouble()));
      }
      int budget = random.nextInt(2) == 0 ? random.nextInt(50) : random.nextInt(2_000_000);
      List<BudgetShare> shares = new ProportionalBudgetAllocator().allocate(budget, chosen);
      int sum = shares.stream().mapToInt(BudgetShare::tokens).sum();
      assertThat(sum).as("seed " + seed).isEqualTo(budget);
      assertThat(shares).as("seed " + seed).allMatch(share -> share.tokens() >= 0);
    }
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> Deadlines.of(Duration.ZERO)).hasMessageContaining("above zero");
    assertThatThrownBy(() -> new Deadlines(Optional.empty(), Map.of("a", Duration.ofSeconds(1))))
        .hasMessageContaining("all strategies or for none");
    Strategy a = Sample.strategy("a");
    assertThatThrownBy(() -> Sample.sources(a, a)).hasMessageContaining("Two strategies");
  }

  @Test
  void aWindowLeavesWhatIsNotKept() {
    assertThat(new WindowBudget(128_000, 8_000).context()).isEqualTo(120_000);
    assertThat(WindowBudget.of(8_000).context()).isEqualTo(6_000);
    assertThatThrownBy(() -> new WindowBudget(8_000, 8_001))
        .hasMessageContaining("1 too small")
        .hasMessageContaining("larger window");
    assertThatThrownBy(() -> new WindowBudget(1, -1)).hasMessageContaining("0 or more");
  }
}
