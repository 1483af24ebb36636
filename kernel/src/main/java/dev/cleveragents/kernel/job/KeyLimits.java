package dev.cleveragents.kernel.job;

import java.util.Map;

/**
 * How many running jobs may hold a key at once: one, except for the pools named here.
 *
 * @param pools the keys with another limit
 */
public record KeyLimits(Map<String, Integer> pools) {

  /** Every key is held by one job at a time. */
  public static final KeyLimits ONE_EACH = new KeyLimits(Map.of());

  public KeyLimits {
    pools = Map.copyOf(pools);
    pools.forEach(
        (key, limit) -> {
          if (limit < 1) {
            throw new IllegalArgumentException(
                "The limit of key '" + key + "' must be at least 1, is " + limit);
          }
        });
  }

  /** The limit of this key. */
  public int of(String key) {
    return pools.getOrDefault(key, 1);
  }
}
