package dev.cleveragents.kernel.job;

import java.util.Map;

/**
 * How many running jobs may hold a key at once: one, except for the pools named here and for keys
 * that carry a limit of their own, which {@link #pool} makes.
 *
 * @param pools the keys with another limit
 */
public record KeyLimits(Map<String, Integer> pools) {

  /** Every key is held by one job at a time. */
  public static final KeyLimits ONE_EACH = new KeyLimits(Map.of());

  private static final String POOL = "pool:";

  public KeyLimits {
    pools = Map.copyOf(pools);
    pools.forEach((key, limit) -> requireLimit(key, limit));
  }

  /**
   * A key that this many running jobs may hold at once, in every store. All jobs of a pool must
   * name the same limit, for it is part of the key.
   */
  public static String pool(String name, int limit) {
    requireLimit(name, limit);
    return POOL + limit + ":" + name;
  }

  /** The limit of this key. */
  public int of(String key) {
    Integer named = pools.get(key);
    return named == null ? ownLimit(key) : named;
  }

  private static int ownLimit(String key) {
    int end = key.indexOf(':', POOL.length());
    if (!key.startsWith(POOL) || end < 0) {
      return 1;
    }
    String limit = key.substring(POOL.length(), end);
    return limit.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(limit) : 1;
  }

  private static void requireLimit(String key, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "The limit of key '" + key + "' must be at least 1, is " + limit);
    }
  }
}
