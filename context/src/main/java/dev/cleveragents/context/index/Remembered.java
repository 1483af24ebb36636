package dev.cleveragents.context.index;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Values by their keys, never of more weight than the limit; those used longest ago are forgotten
 * first. Divided in parts by the keys' hashes, so that threads seldom wait for each other; each
 * part is guarded by itself, held for a look or an entry.
 *
 * @param <K> what a value is found by
 * @param <V> never changes, so that many may have it
 */
final class Remembered<K, V> {

  private static final int PART_BITS = 4;
  private static final int PARTS = 1 << PART_BITS;
  private static final int MIX = 0x9e3779b9;

  private final Part<K, V>[] parts;

  /**
   * @param limit the most weight of all values together, each of which must be of less than a
   *     sixteenth of it to be kept
   */
  Remembered(long limit) {
    this.parts = parts(limit / PARTS);
  }

  // An array of a generic type cannot be made otherwise; it never leaves this class.
  @SuppressWarnings("unchecked")
  private static <K, V> Part<K, V>[] parts(long limit) {
    return IntStream.range(0, PARTS).mapToObj(_ -> new Part<>(limit)).toArray(Part[]::new);
  }

  Optional<V> get(K key) {
    return part(key).get(key);
  }

  /** Keeps a value, in place of what was kept by that key. */
  void put(K key, V value, long weight) {
    part(key).put(key, new Weighed<>(value, weight));
  }

  /** What all that is kept weighs. */
  long weight() {
    long sum = 0;
    for (Part<K, V> part : parts) {
      sum += part.weight();
    }
    return sum;
  }

  private Part<K, V> part(K key) {
    // By the upper bits of a product: the maps themselves go by the lower ones.
    return parts[(key.hashCode() * MIX) >>> (Integer.SIZE - PART_BITS)];
  }

  private record Weighed<V>(V value, long weight) {}

  private static final class Part<K, V> {

    private final long limit;

    @GuardedBy("this")
    private final Map<K, Weighed<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("this")
    private long weight;

    Part(long limit) {
      this.limit = limit;
    }

    synchronized Optional<V> get(K key) {
      @Nullable Weighed<V> found = kept.get(key);
      return found == null ? Optional.empty() : Optional.of(found.value());
    }

    synchronized void put(K key, Weighed<V> value) {
      if (value.weight() > limit) {
        return;
      }
      @Nullable Weighed<V> before = kept.put(key, value);
      weight += value.weight() - (before == null ? 0 : before.weight());
      var oldest = kept.values().iterator();
      while (weight > limit) {
        weight -= oldest.next().weight();
        oldest.remove();
      }
    }

    synchronized long weight() {
      return weight;
    }
  }
}
