package dev.cleveragents.context.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.pipeline.execution.AskingExecutor;
import dev.cleveragents.context.pipeline.execution.RacyParallelStrategyExecutor;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.Race;
import dev.cleveragents.kernel.Race.Body;
import dev.cleveragents.kernel.Race.Round;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.BreakerView;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pipelines of many threads that start together and share one executor. */
class ConcurrentPipelinesTest {

  private static final int THREADS = 64;
  private static final int ROUNDS = 10;
  private static final int PIPELINES = 1_000;
  private static final List<String> NAMES = List.of("arce", "history", "keyword");

  /** What the breakers know of a strategy once all is over. */
  private record Totals(long successes, long failures, long cancelled, long refused) {
    static Totals of(BreakerView view) {
      return new Totals(view.successes(), view.failures(), view.cancelled(), view.refused());
    }
  }

  @Test
  void noOutcomeIsLostAtSixtyFourThreads() throws Exception {
    CircuitBreaker breakers = breakers(1_000);
    AskingExecutor executor = AskingExecutor.ours(breakers, Sample.inline(), TimeSource.system());
    // One failure after seven answers, at whatever moment: never a thousand in a row.
    Strategy fails = failing("keyword");
    Strategy answers = Sample.strategy("keyword");
    AtomicInteger rounds = new AtomicInteger();
    // In several, since each has a minute.
    Race.rounds(
        ROUNDS,
        () ->
            new Round(
                bodies(
                    THREADS,
                    thread ->
                        () -> {
                          for (int i = 0; i < PIPELINES; i++) {
                            executor.ask((i + thread) % 8 == 0 ? fails : answers);
                          }
                        }),
                () -> {
                  long failures = (long) rounds.incrementAndGet() * THREADS * PIPELINES / 8;
                  assertThat(Totals.of(breakers.view("keyword")))
                      .isEqualTo(new Totals(7 * failures, failures, 0, 0));
                }));
  }

  @Test
  void belowTheThresholdConcurrentPipelinesGiveTheTotalsOfASerialRun() throws Exception {
    int threads = 8;
    int pipelines = 50;
    CircuitBreaker serial = breakers(1_000);
    AskingExecutor one =
        AskingExecutor.ours(serial, ThreadFactories.standard(), TimeSource.system());
    for (int thread = 0; thread < threads; thread++) {
      for (int i = 0; i < pipelines; i++) {
        one.ask(strategies(thread + i));
      }
    }

    CircuitBreaker shared = breakers(1_000);
    AskingExecutor executor =
        AskingExecutor.ours(shared, ThreadFactories.standard(), TimeSource.system());
    Race.rounds(
        1,
        () ->
            new Round(
                bodies(
                    threads,
                    thread ->
                        () -> {
                          for (int i = 0; i < pipelines; i++) {
                            executor.ask(strategies(thread + i));
                          }
                        }),
                () -> assertThat(totals(shared)).isEqualTo(totals(serial))));
  }

  /** The strategies of all pipelines meet inside, so that all outcomes come at one moment. */
  @Test
  void failuresThatComeTogetherAreAllCounted() throws Exception {
    int threads = 8;
    CyclicBarrier inside = new CyclicBarrier(threads);
    Strategy together =
        Sample.strategy(
            "keyword",
            (_, _, _) -> {
              inside.await(60, TimeUnit.SECONDS);
              throw new IllegalStateException("as wished");
            });
    Race.rounds(
        50,
        () -> {
          CircuitBreaker breakers = breakers(1_000);
          AskingExecutor executor =
              AskingExecutor.ours(breakers, ThreadFactories.standard(), TimeSource.system());
          return new Round(
              bodies(threads, _ -> () -> executor.ask(together)),
              () -> assertThat(executor.failuresInARow("keyword")).isEqualTo(threads));
        });
  }

  /** The same on the original, where the pipelines meet between reading the count and writing. */
  @Test
  void theOriginalLosesFailuresThatComeTogether() throws Exception {
    int threads = 8;
    CyclicBarrier inside = new CyclicBarrier(threads);
    AskingExecutor original =
        new RacyParallelStrategyExecutor(
            1_000,
            ThreadFactories.standard(),
            () -> {
              try {
                inside.await(60, TimeUnit.SECONDS);
              } catch (Exception e) {
                throw new IllegalStateException("no other call came", e);
              }
            });
    Race.rounds(
        1,
        () ->
            new Round(
                bodies(threads, _ -> () -> original.ask(failing("keyword"))),
                () -> assertThat(original.failuresInARow("keyword")).isOne()));
  }

  private static Strategy[] strategies(int number) {
    return IntStream.range(0, NAMES.size())
        .mapToObj(
            i -> (number + i) % 5 == 0 ? failing(NAMES.get(i)) : Sample.strategy(NAMES.get(i)))
        .toArray(Strategy[]::new);
  }

  private static Strategy failing(String name) {
    return Sample.strategy(
        name,
        (_, _, _) -> {
          throw new IllegalStateException("as wished");
        });
  }

  private static List<Totals> totals(CircuitBreaker breakers) {
    return NAMES.stream().map(name -> Totals.of(breakers.view(name))).toList();
  }

  private static CircuitBreaker breakers(int threshold) {
    return new CircuitBreaker(
        BreakerSettings.defaults().withFailureThreshold(threshold), TimeSource.system(), _ -> {});
  }

  private static List<Body> bodies(int threads, IntFunction<Body> body) {
    List<Body> bodies = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      bodies.add(body.apply(i));
    }
    return bodies;
  }
}
