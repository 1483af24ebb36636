package dev.cleveragents.context.pipeline.execution;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * The exhibit: the executor of the original system with its defects. It runs the strategies of a
 * pipeline in threads and writes the outcomes down on the pipeline's own thread, and was taken for
 * safe for that. But all pipelines share one dictionary of failures and one set of disabled names:
 * each operation on them is atomic by itself (as CPython's lock makes them), the steps of a record
 * are not. {@code gap} is called where one pipeline can overtake another, so that a test can force
 * what otherwise takes bad luck.
 */
public final class RacyParallelStrategyExecutor implements AskingExecutor {

  private static final Duration LONG = Duration.ofSeconds(60);

  private final ConcurrentHashMap<String, Integer> failures = new ConcurrentHashMap<>();
  private final Set<String> disabled = ConcurrentHashMap.newKeySet();
  private final int failureThreshold;
  private final ThreadFactories threads;
  private final Runnable gap;

  public RacyParallelStrategyExecutor(int failureThreshold, ThreadFactories threads, Runnable gap) {
    this.failureThreshold = failureThreshold;
    this.threads = threads;
    this.gap = gap;
  }

  @Override
  public List<Ended> ask(Strategy... strategies) throws InterruptedException {
    try (Scope scope = Scope.open("original", threads, CancellationToken.none())) {
      List<Fork<List<ContextFragment>>> started = new ArrayList<>();
      for (Strategy strategy : strategies) {
        if (!disabled.contains(strategy.name())) {
          started.add(scope.forkPlatform(strategy.name(), () -> find(strategy)));
        }
      }
      List<Ended> ended = new ArrayList<>();
      for (Strategy strategy : strategies) {
        ended.add(
            started.stream().map(Fork::name).noneMatch(strategy.name()::equals)
                ? Ended.SKIPPED
                : Ended.ANSWERED);
      }
      for (Fork<List<ContextFragment>> each : started) {
        if (!completed(each)) {
          ended.set(place(each.name(), strategies), Ended.FAILED);
        }
      }
      return ended;
    }
  }

  private static List<ContextFragment> find(Strategy strategy) throws Exception {
    return strategy.find(ContextRequest.about("x", 1_000), 100, CancellationToken.none());
  }

  private boolean completed(Fork<List<ContextFragment>> future) throws InterruptedException {
    try {
      future.join(LONG);
      recordSuccess(future.name());
      return true;
    } catch (ExecutionException | TimeoutException e) {
      recordFailure(future.name());
      return false;
    }
  }

  private static int place(String name, Strategy... strategies) {
    int place = 0;
    while (!strategies[place].name().equals(name)) {
      place++;
    }
    return place;
  }

  private void recordSuccess(String name) {
    failures.put(name, 0);
    gap.run();
    disabled.remove(name);
  }

  private void recordFailure(String name) {
    int count = failures.getOrDefault(name, 0) + 1;
    gap.run();
    failures.put(name, count);
    if (count >= failureThreshold) {
      disabled.add(name);
    }
  }

  @Override
  public int failuresInARow(String name) {
    return failures.getOrDefault(name, 0);
  }

  @Override
  public boolean isSwitchedOff(String name) {
    return disabled.contains(name);
  }
}
