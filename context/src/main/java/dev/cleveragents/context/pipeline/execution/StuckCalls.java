package dev.cleveragents.context.pipeline.execution;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many calls of each strategy were given up and have not ended yet. A strategy with {@value
 * #LIMIT} of them is not started again until one ends. So the threads of a strategy that never ends
 * are at most {@value #LIMIT} and those of the requests that were under way when the limit was
 * reached, however many requests follow.
 *
 * <p>Each count is an atomic; names come from the strategies, which are few.
 */
final class StuckCalls {

  static final int LIMIT = 4;

  private final ConcurrentHashMap<String, AtomicInteger> byName = new ConcurrentHashMap<>();

  /** Whether the strategy may be started. */
  boolean admits(String name) {
    return count(name) < LIMIT;
  }

  int count(String name) {
    AtomicInteger count = byName.get(name);
    return count == null ? 0 : count.get();
  }

  void add(String name, int calls) {
    byName.computeIfAbsent(name, _ -> new AtomicInteger()).addAndGet(calls);
  }
}
