package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever strategies find, in whatever budget: the text that is sent has no more tokens. */
class BudgetPropertyTest {

  private static final int ROUNDS = Boolean.getBoolean("exhaustive") ? 150 : 60;

  /** Where one text could run into the next, if it were not for how they are joined. */
  private static final List<String> PIECES =
      List.of(
          "\n",
          "\n\n",
          " ",
          "    ",
          "//",
          "/",
          "}",
          "{",
          "});",
          "=",
          "==",
          "\t",
          "\r\n",
          "word",
          "getUserName",
          "snake_case",
          "123",
          "4567",
          "'s",
          "é",
          "漢字",
          "😀",
          "\u00a0",
          "\u2028",
          "<|endoftext|>",
          "\u0000",
          ".",
          ",",
          "#",
          "-",
          "  \n  ",
          "ſ",
          "e\u0301");

  @ParameterizedTest
  @ValueSource(strings = {"gpt-4o", "gpt-4", "something-else"})
  void theTextNeverHasMoreTokensThanTheBudget(String model) throws Exception {
    TokenCounter counter = TokenCounter.forModel(model);
    TokenCounter fresh = TokenCounter.forModel(model);
    for (long seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      int budget = budget(random);
      AssembledContext answer = assemble(random, budget, counter);
      String told = "seed %d, budget %d".formatted(seed, budget);
      assertThat(answer.usage().tokens()).as(told).isLessThanOrEqualTo(budget);
      int counted = fresh.count(answer.text());
      if (counter.estimated()) {
        assertThat(counted).as(told).isLessThanOrEqualTo(answer.usage().tokens());
      } else {
        assertThat(counted).as(told).isEqualTo(answer.usage().tokens());
      }
      for (Included each : answer.fragments()) {
        assertThat(each.tokens()).as(told).isGreaterThanOrEqualTo(fresh.count(each.text()));
      }
    }
  }

  private static int budget(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> ContextPipeline.RESERVE + random.nextInt(100);
      case 2 -> ContextPipeline.RESERVE + random.nextInt(2_000);
      default -> ContextPipeline.RESERVE + random.nextInt(50_000 - ContextPipeline.RESERVE);
    };
  }

  private static AssembledContext assemble(Random random, int budget, TokenCounter counter)
      throws InterruptedException {
    List<Strategy> strategies = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      List<ContextFragment> found = new ArrayList<>();
      for (int n = random.nextInt(40); n > 0; n--) {
        found.add(fragment(random));
      }
      boolean fails = random.nextInt(6) == 0;
      strategies.add(
          Sample.strategy(
              "s" + i,
              (_, _, _) -> {
                if (fails) {
                  throw new IllegalStateException("as wished");
                }
                return found;
              }));
    }
    DepthChanger redepth =
        (fragment, depth) ->
            Optional.of(
                Sample.fragment(
                    fragment.node(),
                    fragment.lines().first(),
                    fragment.lines().last(),
                    depth,
                    fragment.content().substring(0, fragment.content().length() / 2),
                    fragment.relevance()));
    PipelineSources all = Sample.sources(strategies.toArray(Strategy[]::new));
    PipelineSources sources =
        new PipelineSources(
            all.strategies(), all.there(), redepth, all.imports(), all.generation());
    return new ContextPipeline(sources, Sample.SETTINGS, Sample.executor(), counter)
        .assemble(ContextRequest.about("x", budget), CancellationToken.none());
  }

  private static ContextFragment fragment(Random random) {
    StringBuilder content = new StringBuilder();
    for (int n = random.nextInt(200); n > 0; n--) {
      content.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    int first = 1 + random.nextInt(100);
    String symbol = random.nextBoolean() ? "" : "Type.member" + random.nextInt(5);
    String path = "src/" + PIECES.get(random.nextInt(PIECES.size())) + random.nextInt(9) + ".java";
    return new ContextFragment(
        new NodeId(path, symbol),
        new LineRange(first, first + random.nextInt(30)),
        random.nextInt(3) == 0 ? new Depth(random.nextInt(10)) : Depth.FULL,
        content.toString(),
        // What a strategy says of its tokens may be wrong.
        random.nextInt(300),
        random.nextDouble(),
        Sample.fragment("x", 1, 1, "").provenance());
  }

  @Test
  void anEmptyBudgetAsksNoStrategyAndShowsNothing() throws Exception {
    Strategy never =
        Sample.strategy(
            "never",
            (_, _, _) -> {
              throw new AssertionError("asked");
            });
    AssembledContext answer =
        new ContextPipeline(
                Sample.sources(never),
                Sample.SETTINGS,
                Sample.executor(),
                TokenCounter.forModel("gpt-4o"))
            .assemble(ContextRequest.about("x", 0), CancellationToken.none());
    assertThat(answer.text()).isEmpty();
    assertThat(answer.usage()).isEqualTo(new AssembledContext.Usage(0, 0, false));
    assertThat(answer.strategies())
        .singleElement()
        .satisfies(
            report -> {
              assertThat(report.outcome()).isEqualTo(StrategyOutcome.NOT_ASKED);
              assertThat(report.detail()).isEqualTo("the budget is 0");
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, ContextPipeline.RESERVE - 1})
  void aBudgetBelowTheReserveIsAnErrorThatSaysSo(int budget) {
    ContextPipeline pipeline =
        new ContextPipeline(
            Sample.sources(), Sample.SETTINGS, Sample.executor(), TokenCounter.forModel("gpt-4o"));
    assertThatThrownBy(
            () -> pipeline.assemble(ContextRequest.about("x", budget), CancellationToken.none()))
        .isInstanceOf(BudgetTooSmallException.class)
        .hasMessageContaining("budget of " + budget)
        .hasMessageContaining("give at least " + ContextPipeline.RESERVE);
  }
}
