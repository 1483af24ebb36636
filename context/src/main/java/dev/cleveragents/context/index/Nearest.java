package dev.cleveragents.context.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.VectorUtil;

/**
 * Finds the vectors nearest to another. Up to so many it looks at each, so that the answer depends
 * on nothing but the vectors; above that it follows Lucene's graph of neighbours, which is faster,
 * may miss some, and depends on the way the folder came about.
 */
final class Nearest {

  /** Up to so many each is looked at, which misses none. */
  static final int LOOKS_AT_EACH = 50_000;

  /** A text's key and how near its vector is, from -1 to 1. */
  record Found(String key, float similarity) {}

  private static final Comparator<Found> BEST_FIRST =
      Comparator.comparingDouble((Found found) -> -found.similarity()).thenComparing(Found::key);

  private final IndexReader reader;
  private final float[] vector;

  Nearest(IndexReader reader, float[] vector) {
    this.reader = reader;
    this.vector = vector;
  }

  /** The nearest, the nearest first. */
  List<Found> best(int count, int looksAtEach) throws IOException {
    return reader.numDocs() <= looksAtEach ? ofEach(count) : byGraph(count);
  }

  private List<Found> ofEach(int count) throws IOException {
    PriorityQueue<Found> best = new PriorityQueue<>(BEST_FIRST.reversed());
    for (LeafReaderContext context : reader.leaves()) {
      LeafReader leaf = context.reader();
      FloatVectorValues vectors = leaf.getFloatVectorValues(VectorDocuments.VECTOR);
      if (vectors == null) {
        continue;
      }
      Bits live = leaf.getLiveDocs();
      KnnVectorValues.DocIndexIterator each = vectors.iterator();
      for (int document = each.nextDoc();
          document != KnnVectorValues.DocIndexIterator.NO_MORE_DOCS;
          document = each.nextDoc()) {
        if (live == null || live.get(document)) {
          float near = VectorUtil.dotProduct(vector, vectors.vectorValue(each.index()));
          if (best.size() < count || near >= best.element().similarity()) {
            best.add(new Found(VectorShelf.key(leaf, document), near));
          }
          if (best.size() > count) {
            best.remove();
          }
        }
      }
    }
    return best.stream().sorted(BEST_FIRST).toList();
  }

  private List<Found> byGraph(int count) throws IOException {
    List<Found> best = new ArrayList<>();
    ScoreDoc[] found =
        new IndexSearcher(reader)
            .search(new KnnFloatVectorQuery(VectorDocuments.VECTOR, vector, count), count)
            .scoreDocs;
    for (ScoreDoc each : found) {
      LeafReaderContext context =
          reader.leaves().get(ReaderUtil.subIndex(each.doc, reader.leaves()));
      String key = VectorShelf.key(context.reader(), each.doc - context.docBase);
      // Lucene's score of a product is moved to 0 to 1.
      best.add(new Found(key, 2 * each.score - 1));
    }
    best.sort(BEST_FIRST);
    return best;
  }
}
