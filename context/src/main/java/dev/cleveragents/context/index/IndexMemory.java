package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Symbol;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What was read of indexes, kept in memory so that the next answer need not read it again. It may
 * be shared by all indexes of a process.
 *
 * <p>Invariant: everything is kept by the segment and the document or term it was read from. Lucene
 * never changes those, it only makes new ones and marks documents as deleted, which is looked at
 * anew each time; so what is kept is true as long as it is kept, whatever is written meanwhile, and
 * also under an overlay. It never weighs more than its limit, about in bytes.
 */
public final class IndexMemory {

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
  record Place(Object segment, int document) {}

  /** A term of a segment. */
  record Name(Object segment, String field, String text) {}

  /** A document that has a term, and its path. */
  record Holder(int document, String path) {}

  /**
   * The documents that have a term, deleted ones too.
   *
   * @param all whether these are all; otherwise there are too many to be kept, and these are none
   */
  record Holders(boolean all, List<Holder> some) {}

  /** Reads what is not remembered. */
  interface Missing<V> {
    V read() throws IOException;
  }

  private final Remembered<Place, String> texts;
  private final Remembered<Place, ParsedFile> parsed;
  private final Remembered<Name, Holders> holders;
  private final Remembered<Object, PathFilter> filters;

  /** As large as is usual. */
  public IndexMemory() {
    this(Math.min(MOST, Runtime.getRuntime().maxMemory() / PART));
  }

  /** Of at most so many bytes, half of them for what is parsed, a quarter for texts. */
  IndexMemory(long limit) {
    this.texts = new Remembered<>(limit / 4);
    this.parsed = new Remembered<>(limit / 2);
    this.holders = new Remembered<>(limit / 8);
    this.filters = new Remembered<>(limit / 8);
  }

  /** The text of a file's document. */
  String text(Place place, Missing<String> missing) throws IOException {
    return known(texts, place, missing, text -> OBJECT + text.length());
  }

  /** What is known of the syntax of a file's document. */
  ParsedFile parsed(Place place, Missing<ParsedFile> missing) throws IOException {
    return known(parsed, place, missing, IndexMemory::weight);
  }

  /** Which paths are not in a segment. */
  PathFilter paths(Object segment, Missing<PathFilter> missing) throws IOException {
    return known(filters, segment, missing, PathFilter::weight);
  }

  /** The documents of a segment that have a term. */
  Holders holders(Name name, Missing<Holders> missing) throws IOException {
    return known(holders, name, missing, read -> OBJECT + name.text().length() + weight(read));
  }

  private static <K, V> V known(
      Remembered<K, V> kept, K key, Missing<V> missing, ToLongFunction<V> weight)
      throws IOException {
    Optional<V> known = kept.get(key);
    if (known.isPresent()) {
      return known.get();
    }
    V read = missing.read();
    kept.put(key, read, OBJECT + weight.applyAsLong(read));
    return read;
  }

  /** About what a parse takes, in bytes. */
  static long weight(ParsedFile file) {
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

  private static long weight(Holders read) {
    return weight(read.some().stream().map(Holder::path).toList());
  }
}
