package dev.cleveragents.context.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Looks up in a reader of the folder of vectors what is there and of which files. */
final class VectorShelf {

  private final IndexReader reader;
  private final Shelf shelf;

  VectorShelf(IndexReader reader) {
    this.reader = reader;
    this.shelf = new Shelf(reader);
  }

  /** Whether there is a vector for this key. */
  boolean has(String key) throws IOException {
    return shelf.count(new Term(VectorDocuments.KEY, key)) > 0;
  }

  /** How many chunks of this file have a vector, if exactly this content in these chunks has. */
  OptionalInt chunksOf(FileChunks file) throws IOException {
    List<Integer> counts = new ArrayList<>();
    shelf.each(
        new Term(Fields.PATH, file.path()),
        (leaf, document) -> {
          BinaryDocValues stamps = leaf.getBinaryDocValues(VectorDocuments.STAMP);
          NumericDocValues chunks = leaf.getNumericDocValues(VectorDocuments.CHUNKS);
          if (stamps.advanceExact(document)
              && stamps.binaryValue().utf8ToString().equals(file.stamp())
              && chunks.advanceExact(document)) {
            counts.add((int) chunks.longValue());
          }
        });
    return counts.isEmpty() ? OptionalInt.empty() : OptionalInt.of(counts.getFirst());
  }

  /** The files that this text was in when they were embedded, sorted. */
  List<String> pathsHolding(String key) throws IOException {
    return shelf.paths(new Term(VectorDocuments.HOLDS, key));
  }

  /** All files that there are vectors of. */
  Set<String> paths() throws IOException {
    Set<String> paths = new HashSet<>();
    shelf.eachWith(
        VectorDocuments.CHUNKS, (leaf, document) -> paths.add(Shelf.path(leaf, document)));
    return paths;
  }

  /** The keys of vectors that no file holds any more, if they are more than the others. */
  List<String> unusedIfMany() throws IOException {
    List<String> unused = new ArrayList<>();
    Terms keys = MultiTerms.getTerms(reader, VectorDocuments.KEY);
    if (keys == null) {
      return unused;
    }
    int used = 0;
    TermsEnum each = keys.iterator();
    for (BytesRef key = each.next(); key != null; key = each.next()) {
      String text = key.utf8ToString();
      if (shelf.count(new Term(VectorDocuments.HOLDS, text)) > 0) {
        used++;
      } else if (has(text)) {
        unused.add(text);
      }
    }
    return unused.size() > used ? unused : List.of();
  }

  /** The key of a document with a vector. */
  static String key(LeafReader leaf, int document) throws IOException {
    BinaryDocValues keys = leaf.getBinaryDocValues(VectorDocuments.KEY);
    if (!keys.advanceExact(document)) {
      throw new IllegalStateException("A vector has a key");
    }
    return keys.binaryValue().utf8ToString();
  }
}
