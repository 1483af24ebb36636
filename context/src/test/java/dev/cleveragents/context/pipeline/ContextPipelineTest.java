package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Excluded;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.StrategyOutcome;
import dev.cleveragents.context.StrategyReport;
import dev.cleveragents.context.Versions;
import dev.cleveragents.context.pipeline.execution.Deadlines;
import dev.cleveragents.context.pipeline.execution.ParallelStrategyExecutor;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.context.token.TokenCounter;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.time.Timer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ContextPipelineTest {

  private static final CancellationToken NONE = CancellationToken.none();
  private static final TokenCounter COUNTER = TokenCounter.forModel("gpt-4o");

  private static ContextPipeline pipeline(PipelineSettings settings, Strategy... strategies) {
    return new ContextPipeline(Sample.sources(strategies), settings, Sample.executor(), COUNTER);
  }

  private static List<ContextFragment> finds(long seed) {
    Random random = new Random(seed);
    List<ContextFragment> found = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int first = 1 + random.nextInt(40);
      found.add(
          Sample.fragment(
              "src/F" + random.nextInt(12) + ".java",
              first,
              first + 1,
              "int line%d;\nint line%d;\n".formatted(first, first + 1)));
    }
    return found;
  }

  /** In each round the strategies end in another order, which latches force. */
  @Test
  void withoutDeadlinesTheAnswerIsTheSameToTheLastByteWhateverTheOrderOfTheThreads()
      throws Exception {
    List<String> names = List.of("simple-keyword", "history", "graph", "arce");
    List<String> answers = new ArrayList<>();
    for (long seed = 0; seed < 24; seed++) {
      List<String> order = new ArrayList<>(names);
      Collections.shuffle(order, new Random(seed));
      List<CountDownLatch> done = new ArrayList<>();
      Strategy[] strategies = new Strategy[names.size()];
      for (int i = 0; i < names.size(); i++) {
        done.add(new CountDownLatch(1));
      }
      for (int i = 0; i < names.size(); i++) {
        int turn = order.indexOf(names.get(i));
        int number = i;
        strategies[i] =
            Sample.strategy(
                names.get(i),
                (_, _, _) -> {
                  if (turn > 0) {
                    assertThat(done.get(turn - 1).await(60, TimeUnit.SECONDS)).isTrue();
                  }
                  done.get(turn).countDown();
                  if (number == 2) {
                    throw new IllegalStateException("always");
                  }
                  return finds(number);
                });
      }
      Timer noAlarm =
          (_, _) -> {
            throw new AssertionError("a deadline was set");
          };
      ParallelStrategyExecutor executor =
          new ParallelStrategyExecutor(
              new CircuitBreaker(), ThreadFactories.standard(), noAlarm, TimeSource.system());
      AssembledContext answer =
          new ContextPipeline(
                  Sample.sources(strategies),
                  Sample.SETTINGS.withDeadlines(Deadlines.NONE),
                  executor,
                  COUNTER)
              .assemble(ContextRequest.about("x", 700), NONE);
      answers.add(answer + answer.text());
    }
    assertThat(answers).allMatch(answers.getFirst()::equals);
    assertThat(answers.getFirst()).contains("graph (failed)").contains("NO_ROOM");
  }

  @Test
  void withAllWeightsButOneAtNothingTheFilesAreInThatStrategysOwnOrder() throws Exception {
    for (String only : List.of("history", "graph")) {
      Strategy history = Sample.strategy("history", finds(1).toArray(ContextFragment[]::new));
      Strategy graph = Sample.strategy("graph", finds(2).toArray(ContextFragment[]::new));
      AssembledContext answer =
          pipeline(
                  Sample.SETTINGS.withWeights(new StrategyWeights(Map.of(only, 0.7), 0, "w")),
                  history,
                  graph)
              .assemble(ContextRequest.about("x", 20_000), NONE);
      List<String> own =
          finds(only.equals("history") ? 1 : 2).stream()
              .map(ContextFragment::path)
              .distinct()
              .toList();
      assertThat(answer.ranking()).isEqualTo(own);
      assertThat(answer.fragments().stream().map(i -> i.fragment().path()).distinct().toList())
          .isEqualTo(own);
    }
  }

  @Test
  void theAnswerSaysWhoDidWhatFromWhatAndWhatWasLeftOut() throws Exception {
    ContextFragment shared = Sample.fragment("a.java", 1, 1, "int shared;\n");
    ContextFragment large = Sample.fragment("b.java", 1, 900, "word ".repeat(900));
    Strategy broken =
        Sample.strategy(
            "broken",
            (_, _, _) -> {
              throw new IllegalStateException("no index");
            });
    AssembledContext answer =
        pipeline(
                Sample.SETTINGS,
                Sample.strategy("simple-keyword", shared, large),
                Sample.strategy("history", shared),
                broken,
                Sample.strategy("silent", 0, Set.of()))
            .assemble(ContextRequest.about("x", 300), NONE);
    assertThat(answer.versions()).isEqualTo(new Versions("tree-1", "equal", "o200k_base"));
    assertThat(answer.strategies())
        .extracting(StrategyReport::name, StrategyReport::outcome, StrategyReport::kept)
        .containsExactly(
            tuple("simple-keyword", StrategyOutcome.OK, 1),
            tuple("history", StrategyOutcome.OK, 1),
            tuple("broken", StrategyOutcome.FAILED, 0),
            tuple("silent", StrategyOutcome.NOT_ASKED, 0));
    assertThat(answer.strategies().stream().mapToInt(StrategyReport::share).sum()).isEqualTo(300);
    assertThat(answer.fragments()).hasSize(1);
    Included only = answer.fragments().getFirst();
    assertThat(only.votes()).hasSize(2);
    assertThat(only.text()).isEqualTo("=== a.java, lines 1\nint shared;\n");
    assertThat(answer.excluded())
        .extracting(Excluded::reason)
        .containsExactlyInAnyOrder(Excluded.Reason.DUPLICATE, Excluded.Reason.NO_ROOM);
    assertThat(answer.ranking()).containsExactly("a.java", "b.java");
    assertThat(answer.preamble())
        .contains("broken (failed)")
        .contains("1 more fragments")
        .contains("Found by history: 1 of them");
    assertThat(answer.text()).isEqualTo(answer.preamble() + only.text());
    assertThat(answer.usage().tokens()).isEqualTo(COUNTER.count(answer.text()));
  }

  @Test
  void noStrategyGivesAnEmptyAnswer() throws Exception {
    AssembledContext answer =
        pipeline(Sample.SETTINGS).assemble(ContextRequest.about("x", 300), NONE);
    assertThat(answer.text()).isEmpty();
    assertThat(answer.usage().tokens()).isZero();
  }

  @Test
  void aCancelledRequestHasNoAnswer() throws Exception {
    try (CancellationSource source = new CancellationSource()) {
      Strategy cancels =
          Sample.strategy(
              "a",
              (_, _, _) -> {
                source.cancel(CancellationCause.requested("changed my mind"));
                return List.of();
              });
      ContextPipeline pipeline = pipeline(Sample.SETTINGS, cancels);
      assertThatThrownBy(() -> pipeline.assemble(ContextRequest.about("x", 300), source.token()))
          .isInstanceOf(CancelledException.class)
          .hasMessageContaining("changed my mind");
      assertThatThrownBy(() -> pipeline.assemble(ContextRequest.about("x", 0), source.token()))
          .isInstanceOf(CancelledException.class);
    }
  }

  @Test
  void aChildGetsASkeletonOfTheAnswer() throws Exception {
    ContextPipeline pipeline =
        pipeline(Sample.SETTINGS, Sample.strategy("a", finds(1).toArray(ContextFragment[]::new)));
    AssembledContext answer = pipeline.assemble(ContextRequest.about("x", 2_000), NONE);
    assertThat(pipeline.skeleton(answer, ContextRequest.about("y", 1_000)).fragments())
        .as("nothing can be shown with less detail here")
        .isEmpty();
  }

  @Test
  void theTextOfAFragmentIsOnlyItsLines() {
    assertThat(Included.body(Sample.fragment("a", 1, 1, "\n \t\r\n  x\n\n y \n\n")))
        .isEqualTo("  x\n\n y\n");
    assertThat(Included.body(Sample.fragment("a", 1, 1, " \n"))).isEmpty();
    assertThat(Included.header(Sample.fragment("a\nb", 1, 2, "")))
        .isEqualTo("=== a?b, lines 1-2\n");
    assertThat(Included.header(Sample.fragment(new NodeId("a", "B.c"), 3, 3, new Depth(4), "", 0)))
        .isEqualTo("=== a#B.c, lines 3, depth 4\n");
  }
}
