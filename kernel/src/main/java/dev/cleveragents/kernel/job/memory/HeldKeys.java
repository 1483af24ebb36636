package dev.cleveragents.kernel.job.memory;

import dev.cleveragents.kernel.job.KeyLimits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which keys running jobs hold, and which queues have jobs set aside until a key is free. Not
 * thread-safe: guarded by the store's lock.
 */
class HeldKeys {

  private final KeyLimits limits;
  private final Map<String, Integer> holders = new HashMap<>();
  private final Map<String, Set<ReadyQueue>> waiting = new HashMap<>();

  HeldKeys(KeyLimits limits) {
    this.limits = limits;
  }

  void take(List<String> keys) {
    keys.forEach(key -> holders.merge(key, 1, Integer::sum));
  }

  void giveBack(List<String> keys) {
    for (String key : keys) {
      holders.computeIfPresent(key, (k, count) -> count == 1 ? null : count - 1);
      Set<ReadyQueue> queues = waiting.get(key);
      if (queues != null) {
        List.copyOf(queues).forEach(queue -> queue.keyIsFree(key));
      }
    }
  }

  boolean isFull(String key) {
    return holders.getOrDefault(key, 0) >= limits.of(key);
  }

  @Nullable String firstFull(List<String> keys) {
    for (String key : keys) {
      if (isFull(key)) {
        return key;
      }
    }
    return null;
  }

  void startWaiting(String key, ReadyQueue queue) {
    waiting.computeIfAbsent(key, k -> new HashSet<>()).add(queue);
  }

  void stopWaiting(String key, ReadyQueue queue) {
    waiting.computeIfPresent(
        key,
        (k, queues) -> {
          queues.remove(queue);
          return queues.isEmpty() ? null : queues;
        });
  }
}
