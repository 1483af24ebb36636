package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.ParsedFileFormat;
import dev.cleveragents.context.index.lucene.IndexCache;
import dev.cleveragents.context.index.lucene.IndexFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of an index by their terms and values; only those that are neither deleted
 * nor hidden. Texts and parses go through a cache, whose content makes no difference to the
 * answers. Immutable; for many threads.
 */
final class FileDocuments {

  /** Told each document that was looked for. */
  interface Visit {
    /** Whether to look further. */
    boolean at(LeafReader leaf, int document) throws IOException;
  }

  private final IndexReader reader;
  private final IndexCache cache;

  FileDocuments(IndexReader reader, IndexCache cache) {
    this.reader = reader;
    this.cache = cache;
  }

  /** Goes through the documents that have this term. */
  void each(Term term, Visit visit) throws IOException {
    boolean further = true;
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      further = further && each(leaf, leaf.postings(term, PostingsEnum.NONE), visit);
    }
  }

  /** Goes through the documents that have a value in this field. */
  void eachWith(String field, Visit visit) throws IOException {
    boolean further = true;
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      boolean isText = field.equals(IndexFields.HASH);
      further =
          further
              && each(
                  leaf,
                  isText ? leaf.getBinaryDocValues(field) : leaf.getNumericDocValues(field),
                  visit);
    }
  }

  private static boolean each(LeafReader leaf, @Nullable DocIdSetIterator documents, Visit visit)
      throws IOException {
    Bits live = leaf.getLiveDocs();
    while (documents != null && documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      int document = documents.docID();
      if ((live == null || live.get(document)) && !visit.at(leaf, document)) {
        return false;
      }
    }
    return true;
  }

  /** How many documents have this term. */
  int count(Term term) throws IOException {
    int[] count = {0};
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      if (leaf.getLiveDocs() == null) {
        count[0] += leaf.docFreq(term);
      } else {
        each(leaf, leaf.postings(term, PostingsEnum.NONE), (_, _) -> ++count[0] > 0);
      }
    }
    return count[0];
  }

  /** The paths of the documents that have this term, sorted. */
  List<String> paths(Term term) throws IOException {
    return paths(term, Integer.MAX_VALUE).orElseThrow();
  }

  /** The same; nothing if there are more than {@code most}. */
  Optional<List<String>> paths(Term term, int most) throws IOException {
    List<String> paths = new ArrayList<>();
    each(
        term,
        (leaf, document) -> {
          paths.add(path(leaf, document));
          return paths.size() <= most;
        });
    paths.sort(null);
    return paths.size() <= most ? Optional.of(paths) : Optional.empty();
  }

  /** The paths of a limited number of documents that have this term. */
  List<String> somePaths(Term term, int most) throws IOException {
    List<String> paths = new ArrayList<>();
    each(
        term,
        (leaf, document) -> {
          paths.add(path(leaf, document));
          return paths.size() < most;
        });
    return paths;
  }

  /** All files with their lengths, sorted by path. */
  List<IndexSnapshot.FileSize> sizes() throws IOException {
    List<IndexSnapshot.FileSize> sizes = new ArrayList<>();
    eachWith(
        IndexFields.SIZE,
        (leaf, document) ->
            sizes.add(new IndexSnapshot.FileSize(path(leaf, document), size(leaf, document))));
    sizes.sort(Comparator.comparing(IndexSnapshot.FileSize::path));
    return sizes;
  }

  int chunks() throws IOException {
    int[] chunks = {0};
    eachWith(IndexFields.FIRST, (_, _) -> ++chunks[0] > 0);
    return chunks[0];
  }

  IndexStatus.Coverage coverage() throws IOException {
    int bySyntax = count(IndexFields.Syntax.BY_SYNTAX);
    int read = bySyntax + count(IndexFields.Syntax.AS_TEXT);
    return new IndexStatus.Coverage(read, bySyntax, read + count(IndexFields.Syntax.NOT_READ));
  }

  private int count(IndexFields.Syntax syntax) throws IOException {
    return count(new Term(IndexFields.SYNTAX, syntax.name()));
  }

  boolean contains(String path) throws IOException {
    return file(path).isPresent();
  }

  /** Exactly what was indexed of a file. */
  Optional<String> text(String path) throws IOException {
    Optional<File> file = file(path);
    return file.isEmpty() ? Optional.empty() : Optional.of(text(file.get()));
  }

  /** The same in UTF-8, past the cache. */
  Optional<byte[]> bytes(String path) throws IOException {
    Optional<File> file = file(path);
    return file.isEmpty() ? Optional.empty() : file.get().stored(IndexFields.TEXT);
  }

  /** What is known of a file, by its syntax or, if that has not been read yet, by its lines. */
  Optional<ParsedFile> parsed(String path) throws IOException {
    Optional<File> file = file(path);
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(cache.parsed(file.get().place(), () -> readParsed(path, file.get())));
  }

  /** The hash of a file's content. */
  Optional<String> hash(String path) throws IOException {
    Optional<File> file = file(path);
    return file.isEmpty()
        ? Optional.empty()
        : Optional.of(hash(file.get().leaf(), file.get().document()));
  }

  /** The length of a file. */
  OptionalLong size(String path) throws IOException {
    Optional<File> file = file(path);
    return file.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(size(file.get().leaf(), file.get().document()));
  }

  /** The document of a file. */
  private record File(LeafReader leaf, int document) {

    /** Segments always have a key; what is read of them does not depend on what is deleted. */
    private IndexCache.Place place() {
      return new IndexCache.Place(leaf.getCoreCacheHelper().getKey(), document);
    }

    private Optional<byte[]> stored(String field) throws IOException {
      return Optional.ofNullable(
              leaf.storedFields().document(document, Set.of(field)).getBinaryValue(field))
          .map(bytes -> BytesRef.deepCopyOf(bytes).bytes);
    }
  }

  private Optional<File> file(String path) throws IOException {
    List<File> found = new ArrayList<>();
    each(
        new Term(IndexFields.FILE, path), (leaf, document) -> !found.add(new File(leaf, document)));
    return found.stream().findFirst();
  }

  private String text(File file) throws IOException {
    return cache.text(
        file.place(),
        () ->
            file.stored(IndexFields.TEXT)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse(""));
  }

  private ParsedFile readParsed(String path, File file) throws IOException {
    Optional<byte[]> stored = file.stored(IndexFields.PARSED);
    return stored.isEmpty()
        ? IndexSnapshot.asText(path, text(file))
        : ParsedFileFormat.read(stored.get());
  }

  /** Whether something is skipped because the repository did not have it. */
  static boolean lacksObjects(IndexReader reader) throws IOException {
    return reader.docFreq(skipped(SkipReason.ABSENT)) > 0;
  }

  static Term skipped(SkipReason why) {
    return new Term(IndexFields.SKIP, why.name());
  }

  /** The hash that a document has. */
  static String hash(LeafReader leaf, int document) throws IOException {
    BinaryDocValues hashes = leaf.getBinaryDocValues(IndexFields.HASH);
    return hashes.advanceExact(document) ? hashes.binaryValue().utf8ToString() : "";
  }

  /** The path that a document has. */
  static String path(LeafReader leaf, int document) throws IOException {
    SortedDocValues paths = leaf.getSortedDocValues(IndexFields.PATH);
    return paths.advanceExact(document) ? paths.lookupOrd(paths.ordValue()).utf8ToString() : "";
  }

  private static long size(LeafReader leaf, int document) throws IOException {
    NumericDocValues sizes = leaf.getNumericDocValues(IndexFields.SIZE);
    return sizes.advanceExact(document) ? sizes.longValue() : 0;
  }
}
