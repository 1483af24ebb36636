package dev.cleveragents.context.index.lucene;

import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/** A segment as if everything of some paths were deleted from it. */
public final class FilteredLeafReader extends FilterLeafReader {

  private final FixedBitSet live;
  private final int liveCount;

  private FilteredLeafReader(LeafReader in, FixedBitSet live) {
    super(in);
    this.live = live;
    this.liveCount = live.cardinality();
  }

  /** The segment without these paths; the segment itself if it has nothing of them. */
  public static LeafReader hiding(Set<String> paths, LeafReader leaf) throws IOException {
    FixedBitSet live = live(leaf);
    boolean hides = false;
    for (String path : paths) {
      PostingsEnum documents = leaf.postings(new Term(IndexFields.PATH, path), PostingsEnum.NONE);
      if (documents != null) {
        hides = true;
        int document = documents.nextDoc();
        while (document != DocIdSetIterator.NO_MORE_DOCS) {
          live.clear(document);
          document = documents.nextDoc();
        }
      }
    }
    return hides ? new FilteredLeafReader(leaf, live) : leaf;
  }

  /** The segment with nothing but these paths; a document without a path is not shown either. */
  public static LeafReader showing(Predicate<String> paths, LeafReader leaf) throws IOException {
    SortedDocValues values = leaf.getSortedDocValues(IndexFields.PATH);
    FixedBitSet live = new FixedBitSet(leaf.maxDoc());
    if (values == null) {
      return new FilteredLeafReader(leaf, live);
    }
    boolean[] shown = new boolean[values.getValueCount()];
    for (int i = 0; i < shown.length; i++) {
      shown[i] = paths.test(values.lookupOrd(i).utf8ToString());
    }
    Bits before = leaf.getLiveDocs();
    int document = values.nextDoc();
    while (document != DocIdSetIterator.NO_MORE_DOCS) {
      if (shown[values.ordValue()] && (before == null || before.get(document))) {
        live.set(document);
      }
      document = values.nextDoc();
    }
    return new FilteredLeafReader(leaf, live);
  }

  private static FixedBitSet live(LeafReader leaf) {
    FixedBitSet live = new FixedBitSet(leaf.maxDoc());
    Bits before = leaf.getLiveDocs();
    for (int i = 0; i < leaf.maxDoc(); i++) {
      if (before == null || before.get(i)) {
        live.set(i);
      }
    }
    return live;
  }

  @Override
  public Bits getLiveDocs() {
    return live;
  }

  @Override
  public int numDocs() {
    return liveCount;
  }

  @Override
  public CacheHelper getCoreCacheHelper() {
    return in.getCoreCacheHelper();
  }

  @Override
  public @Nullable CacheHelper getReaderCacheHelper() {
    return null;
  }
}
