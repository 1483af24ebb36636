package dev.cleveragents.context.token;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the counts of the texts used last, by their hash, and not the texts. Never holds more
 * than its limit. {@code counts} is guarded by itself, held for a look or an entry and never while
 * something is counted: two threads may count the same text at once, with the same result.
 */
final class CountCache {

  @GuardedBy("counts")
  private final Map<Hash, Integer> counts;

  CountCache(int limit) {
    counts =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Hash, Integer> eldest) {
            return size() > limit;
          }
        };
  }

  int count(String text, ToIntFunction<String> counter) {
    Hash hash = Hash.of(text);
    synchronized (counts) {
      @Nullable Integer known = counts.get(hash);
      if (known != null) {
        return known;
      }
    }
    int count = counter.applyAsInt(text);
    synchronized (counts) {
      counts.put(hash, count);
    }
    return count;
  }

  int size() {
    synchronized (counts) {
      return counts.size();
    }
  }

  /** Half of a SHA-256, which is more than enough for texts that nobody can choose to collide. */
  private record Hash(long first, long second) {
    static Hash of(String text) {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        ByteBuffer bytes = ByteBuffer.wrap(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        return new Hash(bytes.getLong(), bytes.getLong());
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("Every Java has SHA-256", e);
      }
    }
  }
}
