package dev.cleveragents.kernel.breaker;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exhibit: the breaker of the original system, line by line, with its defects. A dictionary of
 * failures and a set of disabled names, each operation on them atomic by itself (as CPython's lock
 * makes them), the steps of a call not. {@code gap} is called where one thread can overtake
 * another, so that a test can force what otherwise takes bad luck.
 */
final class RacyCircuitBreaker implements CountingBreaker {

  private final ConcurrentHashMap<String, Integer> failures = new ConcurrentHashMap<>();
  private final Set<String> disabled = ConcurrentHashMap.newKeySet();
  private final int failureThreshold;
  private final Runnable gap;

  RacyCircuitBreaker(int failureThreshold, Runnable gap) {
    this.failureThreshold = failureThreshold;
    this.gap = gap;
  }

  @Override
  public void recordSuccess(String name) {
    failures.put(name, 0);
    gap.run();
    disabled.remove(name);
  }

  @Override
  public void recordFailure(String name) {
    int count = failures.getOrDefault(name, 0) + 1;
    gap.run();
    failures.put(name, count);
    if (count >= failureThreshold) {
      disabled.add(name);
    }
  }

  @Override
  public boolean isOpen(String name) {
    return disabled.contains(name);
  }

  @Override
  public void reset(String name) {
    failures.remove(name);
    disabled.remove(name);
  }

  @Override
  public void resetAll() {
    failures.clear();
    disabled.clear();
  }

  /** The original went on counting when open; nothing depended on it. */
  @Override
  public int failuresInARow(String name) {
    return Math.min(failures.getOrDefault(name, 0), failureThreshold);
  }
}
