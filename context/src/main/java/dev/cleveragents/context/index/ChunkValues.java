package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.index.lucene.IndexFields;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;

/** Where the chunks of one segment are, asked about in the order of their documents. */
final class ChunkValues {

  private final LeafReaderContext context;
  private final SortedDocValues paths;
  private final BinaryDocValues symbols;
  private final NumericDocValues first;
  private final NumericDocValues last;

  ChunkValues(LeafReaderContext context) throws IOException {
    this.context = context;
    LeafReader leaf = context.reader();
    this.paths = leaf.getSortedDocValues(IndexFields.PATH);
    this.symbols = leaf.getBinaryDocValues(IndexFields.SYMBOL);
    this.first = leaf.getNumericDocValues(IndexFields.FIRST);
    this.last = leaf.getNumericDocValues(IndexFields.LAST);
  }

  /** Whether a document, none before the last one asked about, is in this segment. */
  boolean has(int document) {
    return document < context.docBase + context.reader().maxDoc();
  }

  Hit hit(int document, float score, List<String> terms) throws IOException {
    int local = document - context.docBase;
    if (!paths.advanceExact(local)
        || !symbols.advanceExact(local)
        || !first.advanceExact(local)
        || !last.advanceExact(local)) {
      throw new IllegalStateException("A chunk has a path, a symbol and lines");
    }
    return new Hit(
        paths.lookupOrd(paths.ordValue()).utf8ToString(),
        symbols.binaryValue().utf8ToString(),
        new LineRange((int) first.longValue(), (int) last.longValue()),
        score,
        terms);
  }
}
