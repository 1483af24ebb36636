package dev.cleveragents.context.pipeline.execution;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.pipeline.Sample;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.breaker.BreakerView;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.time.Timer;
import java.util.List;

/** What ours and the racy original have in common, so that one harness runs on both. */
public interface AskingExecutor {

  /** One pipeline: asks all these, and says of each whether it answered, failed or was skipped. */
  List<Ended> ask(Strategy... strategies) throws InterruptedException;

  /** Failures in a row of that strategy, as far as they are counted. */
  int failuresInARow(String name);

  /** Whether the strategy is switched off. */
  boolean isSwitchedOff(String name);

  /** How asking one strategy ended. */
  enum Ended {
    ANSWERED,
    FAILED,
    SKIPPED
  }

  /** Ours, without deadlines: nothing rings. */
  static AskingExecutor ours(CircuitBreaker breakers, ThreadFactories threads, TimeSource time) {
    Timer silent =
        (_, _) -> {
          throw new IllegalStateException("no deadline was set");
        };
    ParallelStrategyExecutor executor =
        new ParallelStrategyExecutor(breakers, threads, silent, time);
    ContextRequest request = ContextRequest.about("x", 1_000);
    return new AskingExecutor() {
      @Override
      public List<Ended> ask(Strategy... strategies) throws InterruptedException {
        return executor
            .execute(request, Sample.shares(strategies), Deadlines.NONE, CancellationToken.none())
            .stream()
            .map(
                answer ->
                    switch (answer.outcome()) {
                      case OK -> Ended.ANSWERED;
                      case FAILED -> Ended.FAILED;
                      default -> Ended.SKIPPED;
                    })
            .toList();
      }

      @Override
      public int failuresInARow(String name) {
        return view(name).consecutiveFailures();
      }

      @Override
      public boolean isSwitchedOff(String name) {
        return breakers.isOpen(name);
      }

      private BreakerView view(String name) {
        return breakers.view(name);
      }
    };
  }
}
