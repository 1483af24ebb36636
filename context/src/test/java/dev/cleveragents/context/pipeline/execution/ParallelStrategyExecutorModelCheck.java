package dev.cleveragents.context.pipeline.execution;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.pipeline.Sample;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.BreakerView;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.log.SafeLog;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of pipelines that share their breakers. One harness runs on ours and
 * on the racy original: below the threshold every answer, and every count, must be one that some
 * serial order of the pipelines gives, which ours must pass and the original must not.
 *
 * <p>The strategies run on the thread that starts them, since the checker follows only its own
 * threads; scopes, tokens, usual times (one lock) and the JDK's queue are taken as given, they are
 * checked elsewhere.
 */
class ParallelStrategyExecutorModelCheck {

  /** Never reached: beyond it, a pipeline that was let in before the trip moves nothing. */
  private static final int THRESHOLD = 100;

  private static final String NAME = "search";

  @Test
  void oursCountsAsPipelinesInSomeSerialOrder() {
    options(OurPipelines.class).check(OurPipelines.class);
  }

  @Test
  void theOriginalIsCaught() {
    assertThatThrownBy(() -> options(OriginalPipelines.class).check(OriginalPipelines.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  /**
   * The smallest programs in which the original goes wrong; what is random finds it too, slowly.
   */
  private static ModelCheckingOptions options(Class<? extends Pipelines> pipelines) {
    Actor fails = call(pipelines, "failingPipeline");
    Actor answers = call(pipelines, "answeringPipeline");
    Actor count = call(pipelines, "failuresInARow");
    return new ModelCheckingOptions()
        .iterations(0)
        .invocationsPerIteration(60)
        .minimizeFailedScenario(false)
        .addCustomScenario(program(List.of(fails), List.of(fails), count))
        .addCustomScenario(program(List.of(fails, count), List.of(answers), count))
        .addCustomScenario(program(List.of(fails, fails), List.of(fails), count))
        .sequentialSpecification(PipelinesInOrder.class)
        .addGuarantee(
            forClasses(
                    Scope.class.getName(),
                    SafeLog.class.getName(),
                    ResponseTimes.class.getName(),
                    LinkedBlockingQueue.class.getName(),
                    ContextRequest.class.getName(),
                    Sample.class.getName(),
                    BreakerSettings.class.getName(),
                    BreakerView.class.getName(),
                    CancellationSource.class.getName(),
                    CancellationToken.class.getName())
                .allMethods()
                .ignore());
  }

  private static ExecutionScenario program(List<Actor> one, List<Actor> other, Actor after) {
    return new ExecutionScenario(List.of(), List.of(one, other), List.of(after), null);
  }

  private static Actor call(Class<? extends Pipelines> pipelines, String name) {
    try {
      return new Actor(pipelines.getMethod(name), List.of(), false, false, false, false, false);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Pipelines of one strategy that answers or fails as told. */
  abstract static class Pipelines {
    private static final Strategy ANSWERS = Sample.strategy(NAME);
    private static final Strategy FAILS =
        Sample.strategy(
            NAME,
            (_, _, _) -> {
              throw new IllegalStateException("as wished");
            });

    private final AskingExecutor executor;

    Pipelines(AskingExecutor executor) {
      this.executor = executor;
    }

    @Operation
    public String answeringPipeline() throws InterruptedException {
      return executor.ask(ANSWERS).toString();
    }

    @Operation
    public String failingPipeline() throws InterruptedException {
      return executor.ask(FAILS).toString();
    }

    @Operation
    public int failuresInARow() {
      return executor.failuresInARow(NAME);
    }
  }

  /** Public for Lincheck, like the others below. */
  public static class OurPipelines extends Pipelines {
    public OurPipelines() {
      super(
          AskingExecutor.ours(
              new CircuitBreaker(
                  BreakerSettings.defaults().withFailureThreshold(THRESHOLD), NoTime.HERE, _ -> {}),
              Sample.inline(),
              NoTime.HERE));
    }
  }

  public static class OriginalPipelines extends Pipelines {
    public OriginalPipelines() {
      super(new RacyParallelStrategyExecutor(THRESHOLD, Sample.inline(), () -> {}));
    }
  }

  /** What the same pipelines do one after the other. */
  public static class PipelinesInOrder {
    private int failures;

    public String answeringPipeline() {
      failures = 0;
      return List.of(AskingExecutor.Ended.ANSWERED).toString();
    }

    public String failingPipeline() {
      failures++;
      return List.of(AskingExecutor.Ended.FAILED).toString();
    }

    public int failuresInARow() {
      return failures;
    }
  }

  private enum NoTime implements TimeSource {
    HERE;

    @Override
    public long nanos() {
      return 0;
    }

    @Override
    public Instant wallTime() {
      return Instant.EPOCH;
    }
  }
}
