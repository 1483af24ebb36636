package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.IndexFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Looks documents up by their terms, in a reader; only those that are neither deleted nor hidden.
 */
final class StoredFiles {

  /** Told each document that was looked for. */
  interface Found {
    void at(LeafReader leaf, int document) throws IOException;
  }

  private final IndexReader reader;

  StoredFiles(IndexReader reader) {
    this.reader = reader;
  }

  /** Goes through the documents that have this term. */
  void each(Term term, Found found) throws IOException {
    for (LeafReaderContext context : reader.leaves()) {
      PostingsEnum documents = context.reader().postings(term, PostingsEnum.NONE);
      if (documents != null) {
        each(context.reader(), documents, found);
      }
    }
  }

  /** Goes through the documents that have a value in this field. */
  void eachWith(String field, Found found) throws IOException {
    for (LeafReaderContext context : reader.leaves()) {
      DocIdSetIterator documents = valuesOf(field, context.reader());
      if (documents != null) {
        each(context.reader(), documents, found);
      }
    }
  }

  private static @Nullable DocIdSetIterator valuesOf(String field, LeafReader leaf)
      throws IOException {
    return field.equals(IndexFields.HASH)
        ? leaf.getBinaryDocValues(field)
        : leaf.getNumericDocValues(field);
  }

  private static void each(LeafReader leaf, DocIdSetIterator documents, Found found)
      throws IOException {
    Bits live = leaf.getLiveDocs();
    int document = documents.nextDoc();
    while (document != DocIdSetIterator.NO_MORE_DOCS) {
      if (live == null || live.get(document)) {
        found.at(leaf, document);
      }
      document = documents.nextDoc();
    }
  }

  /** How many documents have this term. */
  int count(Term term) throws IOException {
    int[] count = {0};
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      if (leaf.getLiveDocs() == null) {
        count[0] += leaf.docFreq(term);
      } else {
        @Nullable PostingsEnum documents = leaf.postings(term, PostingsEnum.NONE);
        if (documents != null) {
          each(leaf, documents, (_, _) -> count[0]++);
        }
      }
    }
    return count[0];
  }

  /** The paths of the documents that have this term, sorted. */
  List<String> paths(Term term) throws IOException {
    List<String> paths = new ArrayList<>();
    each(term, (leaf, document) -> paths.add(path(leaf, document)));
    paths.sort(null);
    return paths;
  }

  /** The paths of a limited number of documents that have this term, and none of these paths. */
  List<String> somePaths(Term term, int most, Set<String> without) throws IOException {
    List<String> paths = new ArrayList<>();
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      PostingsEnum documents = leaf.postings(term, PostingsEnum.NONE);
      Bits live = leaf.getLiveDocs();
      while (documents != null
          && paths.size() < most
          && documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        if (live == null || live.get(documents.docID())) {
          String path = path(leaf, documents.docID());
          if (!without.contains(path)) {
            paths.add(path);
          }
        }
      }
    }
    return paths;
  }

  /** The bytes in a stored field of a file's document. */
  Optional<byte[]> stored(String path, String field) throws IOException {
    List<byte[]> bytes = new ArrayList<>();
    each(
        new Term(IndexFields.FILE, path),
        (leaf, document) -> {
          StoredFields stored = leaf.storedFields();
          BytesRef value = stored.document(document, Set.of(field)).getBinaryValue(field);
          if (value != null) {
            bytes.add(BytesRef.deepCopyOf(value).bytes);
          }
        });
    return bytes.stream().findFirst();
  }

  static Term skipped(SkipReason why) {
    return new Term(IndexFields.SKIP, why.name());
  }

  /** The hash of a file's content. */
  Optional<String> hash(String path) throws IOException {
    List<String> hashes = new ArrayList<>();
    each(new Term(IndexFields.FILE, path), (leaf, document) -> hashes.add(hash(leaf, document)));
    return hashes.stream().findFirst();
  }

  /** The length of a file. */
  OptionalLong size(String path) throws IOException {
    List<Long> sizes = new ArrayList<>();
    each(new Term(IndexFields.FILE, path), (leaf, document) -> sizes.add(size(leaf, document)));
    return sizes.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sizes.getFirst());
  }

  /** The hash that a document has. */
  static String hash(LeafReader leaf, int document) throws IOException {
    var hashes = leaf.getBinaryDocValues(IndexFields.HASH);
    return hashes.advanceExact(document) ? hashes.binaryValue().utf8ToString() : "";
  }

  /** The path that a document has. */
  static String path(LeafReader leaf, int document) throws IOException {
    SortedDocValues paths = leaf.getSortedDocValues(IndexFields.PATH);
    return paths.advanceExact(document) ? paths.lookupOrd(paths.ordValue()).utf8ToString() : "";
  }

  /** The size that a file's document has. */
  static long size(LeafReader leaf, int document) throws IOException {
    NumericDocValues sizes = leaf.getNumericDocValues(IndexFields.SIZE);
    return sizes.advanceExact(document) ? sizes.longValue() : 0;
  }
}
