package dev.cleveragents.context.index.lucene;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongBiFunction;

/**
 * What was read of indexes, kept in memory so that the next answer need not read it again. It may
 * be shared by all indexes of a process.
 *
 * <p>Invariant: everything is kept by the segment and the document it was read from. Lucene never
 * changes those, it only makes new ones and marks documents as deleted, which is checked each time;
 * so what is kept is true as long as it is kept, whatever is written meanwhile, and also under an
 * overlay. It never weighs more than its limit, about in bytes.
 */
public final class IndexCache {

  private static final long MOST = 160L * 1024 * 1024;

  /** What part of the memory that Java may have is taken at most. */
  private static final int PART = 8;

  /** About what the objects around a few characters take. */
  private static final int OBJECT = 64;

  /**
   * A document of a segment.
   *
   * @param segment Lucene's key of it, which is no other's
   */
  public record Place(Object segment, int document) {}

  /** Reads what is not remembered. */
  public interface Missing<V> {
    V read() throws IOException;
  }

  private final Cache<Place, String> texts;
  private final Cache<Place, ParsedFile> parsed;

  /** As large as is usual. */
  public IndexCache() {
    this(Math.min(MOST, Runtime.getRuntime().maxMemory() / PART));
  }

  /** Of at most that many bytes, two thirds of them for what is parsed, a third for texts. */
  public IndexCache(long limit) {
    this.texts = cache(limit / 3, (_, text) -> text.length());
    this.parsed = cache(limit / 3 * 2, (_, file) -> weight(file));
  }

  /** The text of a file's document. */
  public String text(Place place, Missing<String> missing) throws IOException {
    return cached(texts, place, missing);
  }

  /** What is known of the syntax of a file's document. */
  public ParsedFile parsed(Place place, Missing<ParsedFile> missing) throws IOException {
    return cached(parsed, place, missing);
  }

  /** A cache of at most about this many bytes; threads may be started by scopes only. */
  public static <K, V> Cache<K, V> cache(long limit, ToLongBiFunction<K, V> bytes) {
    return Caffeine.newBuilder()
        .executor(Runnable::run)
        .maximumWeight(limit)
        .<K, V>weigher(
            (key, value) ->
                (int) Math.min(Integer.MAX_VALUE, 2L * OBJECT + bytes.applyAsLong(key, value)))
        .build();
  }

  private static <K, V> V cached(Cache<K, V> cache, K key, Missing<V> missing) throws IOException {
    V cached = cache.getIfPresent(key);
    if (cached != null) {
      return cached;
    }
    V read = missing.read();
    cache.put(key, read);
    return read;
  }

  /** About what a parse takes, in bytes. */
  public static long weight(ParsedFile file) {
    long weight = (long) OBJECT * file.chunks().size();
    for (Symbol symbol : file.symbols()) {
      weight += 5L * OBJECT + symbol.name().length() + symbol.qualifiedName().length();
      weight += symbol.signature().length() + symbol.summary().length();
    }
    return weight + weight(file.references()) + weight(file.imports());
  }

  private static long weight(List<String> texts) {
    long weight = 0;
    for (String text : texts) {
      weight += OBJECT + text.length();
    }
    return weight;
  }
}
