package dev.cleveragents.context.index.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.util.Bits;

/**
 * Scores by what is there. Lucene counts documents that are deleted or hidden, as long as they take
 * room, in how frequent a word is and how long a field is on average; then a score depends on the
 * history of the index. Here they are taken out of these counts, so that the same content always
 * gets the same score.
 *
 * <p>Immutable after construction; may be used by many threads.
 */
public final class LiveSearcher extends IndexSearcher {

  private record Length(long documents, long words) {}

  /** For each segment, its deleted documents in order. */
  private final List<int[]> deleted;

  private final Map<String, Length> lengths = new HashMap<>();

  public LiveSearcher(IndexReader reader) throws IOException {
    super(reader);
    setQueryCache(null);
    this.deleted = getLeafContexts().stream().map(leaf -> deleted(leaf.reader())).toList();
    for (String field : IndexFields.SEARCHED) {
      lengths.put(field, length(field));
    }
  }

  @Override
  public CollectionStatistics collectionStatistics(String field) throws IOException {
    Length length = lengths.get(field);
    if (length == null) {
      return super.collectionStatistics(field);
    }
    // A field that no document has is asked about too; its statistics are then used for nothing.
    long documents = Math.max(1, length.documents());
    long words = Math.max(documents, length.words());
    return new CollectionStatistics(
        field, Math.max(documents, getIndexReader().maxDoc()), documents, words, documents);
  }

  @Override
  public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq)
      throws IOException {
    long live = docFreq;
    for (LeafReaderContext leaf : getLeafContexts()) {
      live -= countDeleted(leaf, term);
    }
    long documents = Math.max(1, live);
    return new TermStatistics(term.bytes(), documents, Math.max(documents, totalTermFreq));
  }

  private long countDeleted(LeafReaderContext leaf, Term term) throws IOException {
    int[] gone = deleted.get(leaf.ord);
    PostingsEnum postings =
        gone.length == 0 ? null : leaf.reader().postings(term, PostingsEnum.NONE);
    if (postings == null) {
      return 0;
    }
    long count = 0;
    int at = postings.nextDoc();
    for (int each : gone) {
      if (at < each) {
        at = postings.advance(each);
      }
      if (at == DocIdSetIterator.NO_MORE_DOCS) {
        break;
      }
      count += at == each ? 1 : 0;
    }
    return count;
  }

  private Length length(String field) throws IOException {
    long documents = 0;
    long words = 0;
    for (LeafReaderContext leaf : getLeafContexts()) {
      Terms terms = leaf.reader().terms(field);
      if (terms == null) {
        continue;
      }
      documents += terms.getDocCount();
      words += terms.getSumTotalTermFreq();
      NumericDocValues lengths = leaf.reader().getNumericDocValues(IndexFields.lengthOf(field));
      for (int each : deleted.get(leaf.ord)) {
        if (lengths != null && lengths.advanceExact(each)) {
          documents--;
          words -= lengths.longValue();
        }
      }
    }
    return new Length(documents, words);
  }

  private static int[] deleted(LeafReader reader) {
    Bits live = reader.getLiveDocs();
    return live == null
        ? new int[0]
        : IntStream.range(0, live.length()).filter(document -> !live.get(document)).toArray();
  }
}
