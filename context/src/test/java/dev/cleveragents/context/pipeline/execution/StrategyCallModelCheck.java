package dev.cleveragents.context.pipeline.execution;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.cleveragents.context.pipeline.Sample;
import dev.cleveragents.kernel.breaker.BreakerSettings;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.breaker.Permit;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.time.TimeSource;
import java.util.List;
import java.util.Optional;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Explores the interleavings of a strategy that ends with a request that gives it up: whichever
 * comes first, no call is counted as stuck once both are through.
 */
class StrategyCallModelCheck {

  @Test
  void aCallThatEndsWhileItIsGivenUpIsNotCountedAsStuck() {
    new ModelCheckingOptions()
        .iterations(0)
        .invocationsPerIteration(500)
        .minimizeFailedScenario(false)
        .addCustomScenario(
            new ExecutionScenario(
                List.of(),
                List.of(List.of(call("ends")), List.of(call("isGivenUp"))),
                List.of(call("stuck")),
                null))
        .sequentialSpecification(NoneStuck.class)
        .addGuarantee(
            forClasses(
                    CircuitBreaker.class.getName(),
                    CancellationSource.class.getName(),
                    CancellationToken.class.getName())
                .allMethods()
                .ignore())
        .check(OneCall.class);
  }

  private static Actor call(String name) {
    try {
      return new Actor(OneCall.class.getMethod(name), List.of(), false, false, false, false, false);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Public for Lincheck, like the other below. */
  public static class OneCall {
    private static final BudgetShare SHARE = Sample.shares(Sample.strategy("search")).getFirst();

    private final StuckCalls stuck = new StuckCalls();
    private final StrategyCall call =
        new StrategyCall(
            SHARE,
            (Permit)
                new CircuitBreaker(BreakerSettings.defaults(), TimeSource.system(), _ -> {})
                    .tryAcquire(SHARE.name()),
            CancellationToken.none(),
            stuck);

    @Operation
    public void ends() {
      call.ended();
    }

    @Operation
    public void isGivenUp() {
      call.timedOut("it was late", Optional.empty());
    }

    @Operation
    public int stuck() {
      return stuck.count(SHARE.name());
    }
  }

  /** In any order. */
  public static class NoneStuck {

    public void ends() {}

    public void isGivenUp() {}

    public int stuck() {
      return 0;
    }
  }
}
