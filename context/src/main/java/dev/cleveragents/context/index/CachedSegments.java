package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.ParsedFileFormat;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.lucene.IndexCache.Holder;
import dev.cleveragents.context.index.lucene.IndexCache.Holders;
import dev.cleveragents.context.index.lucene.IndexCache.Name;
import dev.cleveragents.context.index.lucene.IndexCache.Place;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.lucene.PathFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Reads files and names in a reader, through what is remembered of its segments. What it says
 * depends on the reader alone, whatever the memory holds. Immutable; for many threads.
 */
final class CachedSegments {

  /** Of a term with more documents than this none is remembered. */
  static final int MOST_HOLDERS = 128;

  private final IndexReader reader;
  private final IndexCache memory;

  CachedSegments(IndexReader reader, IndexCache memory) {
    this.reader = reader;
    this.memory = memory;
  }

  boolean contains(String path) throws IOException {
    return file(path).isPresent();
  }

  /** Exactly what was indexed of a file. */
  Optional<String> text(String path) throws IOException {
    Optional<File> file = file(path);
    return file.isEmpty() ? Optional.empty() : Optional.of(text(file.get()));
  }

  /** What is known of a file, by its syntax or, if that has not been read yet, by its lines. */
  Optional<ParsedFile> parsed(String path) throws IOException {
    Optional<File> file = file(path);
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(memory.parsed(file.get().place(), () -> readParsed(path, file.get())));
  }

  /** The paths of the documents that have this term, sorted. */
  List<String> paths(String field, String text) throws IOException {
    return paths(field, text, Integer.MAX_VALUE).orElseThrow();
  }

  /** The same; nothing if there are more than {@code most}. */
  Optional<List<String>> paths(String field, String text, int most) throws IOException {
    List<String> paths = new ArrayList<>();
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      Bits live = leaf.getLiveDocs();
      Holders holders = holders(leaf, field, text);
      if (!holders.all()) {
        addAll(leaf, new Term(field, text), most, paths);
      }
      for (Holder holder : holders.some()) {
        if (live == null || live.get(holder.document())) {
          paths.add(holder.path());
        }
      }
      if (paths.size() > most) {
        return Optional.empty();
      }
    }
    paths.sort(null);
    return Optional.of(paths);
  }

  /** The document of a file. */
  private record File(LeafReader leaf, Place place) {}

  private Optional<File> file(String path) throws IOException {
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      if (!memory.paths(key(leaf), () -> PathFilter.of(leaf)).mayHave(path)) {
        continue;
      }
      Bits live = leaf.getLiveDocs();
      for (Holder holder : holders(leaf, IndexFields.FILE, path).some()) {
        if (live == null || live.get(holder.document())) {
          return Optional.of(new File(leaf, new Place(key(leaf), holder.document())));
        }
      }
    }
    return Optional.empty();
  }

  private String text(File file) throws IOException {
    return memory.text(
        file.place(),
        () ->
            stored(file, IndexFields.TEXT)
                .map(b -> new String(b.bytes, b.offset, b.length, StandardCharsets.UTF_8))
                .orElse(""));
  }

  private ParsedFile readParsed(String path, File file) throws IOException {
    Optional<BytesRef> stored = stored(file, IndexFields.PARSED);
    return stored.isEmpty()
        ? IndexSnapshot.asText(path, text(file))
        : ParsedFileFormat.read(BytesRef.deepCopyOf(stored.get()).bytes);
  }

  private static Optional<BytesRef> stored(File file, String field) throws IOException {
    return Optional.ofNullable(
        file.leaf()
            .storedFields()
            .document(file.place().document(), Set.of(field))
            .getBinaryValue(field));
  }

  private Holders holders(LeafReader leaf, String field, String text) throws IOException {
    return memory.holders(new Name(key(leaf), field, text), () -> readHolders(leaf, field, text));
  }

  private static Holders readHolders(LeafReader leaf, String field, String text)
      throws IOException {
    List<Holder> holders = new ArrayList<>();
    @Nullable PostingsEnum documents = leaf.postings(new Term(field, text), PostingsEnum.NONE);
    if (documents == null) {
      return new Holders(true, List.of());
    }
    if (documents.cost() > MOST_HOLDERS) {
      return new Holders(false, List.of());
    }
    SortedDocValues paths = leaf.getSortedDocValues(IndexFields.PATH);
    while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      holders.add(new Holder(documents.docID(), path(paths, documents.docID())));
    }
    return new Holders(true, List.copyOf(holders));
  }

  /** Adds the paths of a term that too many have, until there are more than the limit. */
  private static void addAll(LeafReader leaf, Term term, int most, List<String> paths)
      throws IOException {
    Bits live = leaf.getLiveDocs();
    @Nullable PostingsEnum documents = leaf.postings(term, PostingsEnum.NONE);
    SortedDocValues values = leaf.getSortedDocValues(IndexFields.PATH);
    while (documents != null
        && paths.size() <= most
        && documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      if (live == null || live.get(documents.docID())) {
        paths.add(path(values, documents.docID()));
      }
    }
  }

  private static String path(SortedDocValues paths, int document) throws IOException {
    return paths.advanceExact(document) ? paths.lookupOrd(paths.ordValue()).utf8ToString() : "";
  }

  /** Segments always have one; what is read of them does not depend on what is deleted. */
  private static Object key(LeafReader leaf) {
    return leaf.getCoreCacheHelper().getKey();
  }
}
