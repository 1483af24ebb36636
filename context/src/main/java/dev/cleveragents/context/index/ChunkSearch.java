package dev.cleveragents.context.index;

import dev.cleveragents.context.LineRange;
import dev.cleveragents.context.code.QuestionWords;
import dev.cleveragents.context.index.lucene.IdentifierTokens;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.lucene.LiveSearcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * One search for chunks: BM25 over their text, their path and their names, added up. Of equal
 * scores the path decides, then the line, so that the answer is the same however the index was
 * made.
 */
final class ChunkSearch {

  /** The most different words of a question that are looked for. */
  static final int MOST_TERMS = 200;

  private static final float NAME_WEIGHT = 2;

  /** Common English words and words of questions, as they are indexed. */
  private static final Set<String> COMMON =
      Stream.concat(
              EnglishAnalyzer.ENGLISH_STOP_WORDS_SET.stream()
                  .map(word -> new String((char[]) word)),
              QuestionWords.ALL.stream())
          .map(word -> IdentifierTokens.of(word).get(0))
          .collect(Collectors.toSet());

  private static final Sort ORDER =
      new Sort(
          SortField.FIELD_SCORE,
          new SortField(IndexFields.PATH, SortField.Type.STRING),
          new SortField(IndexFields.FIRST, SortField.Type.LONG));

  private final LiveSearcher searcher;
  private final Map<String, Float> weights;
  private final Optional<List<BytesRef>> paths;

  ChunkSearch(LiveSearcher searcher, TextQuery query) {
    this(searcher, query, Optional.empty());
  }

  /**
   * A search in these files alone; scores are the same as those of a search in all.
   *
   * @param paths the files, or empty for all
   */
  ChunkSearch(LiveSearcher searcher, TextQuery query, Optional<Collection<String>> paths) {
    this.searcher = searcher;
    this.weights = weights(query);
    this.paths = paths.map(all -> all.stream().map(BytesRef::new).toList());
  }

  List<Hit> best(int limit) throws IOException {
    if (weights.isEmpty() || limit == 0) {
      return List.of();
    }
    ScoreDoc[] found = searcher.search(query(), limit, ORDER).scoreDocs;
    Map<Integer, List<String>> terms =
        terms(Arrays.stream(found).map(each -> each.doc).sorted().toList());
    List<Hit> hits = new ArrayList<>(found.length);
    for (ScoreDoc each : found) {
      float score = (Float) ((FieldDoc) each).fields[0];
      hits.add(hit(each.doc, score, terms.getOrDefault(each.doc, List.of())));
    }
    return hits;
  }

  private Hit hit(int document, float score, List<String> terms) throws IOException {
    LeafReaderContext leaf = leaf(document);
    int local = document - leaf.docBase;
    SortedDocValues paths = leaf.reader().getSortedDocValues(IndexFields.PATH);
    BinaryDocValues symbols = leaf.reader().getBinaryDocValues(IndexFields.SYMBOL);
    NumericDocValues first = leaf.reader().getNumericDocValues(IndexFields.FIRST);
    NumericDocValues last = leaf.reader().getNumericDocValues(IndexFields.LAST);
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

  /**
   * Each word to look for with its weight. Common English words and those of questions (where, how,
   * does) count only if there is no other.
   */
  private static Map<String, Float> weights(TextQuery query) {
    Map<String, Float> all = new LinkedHashMap<>();
    for (String name : query.names()) {
      add(IdentifierTokens.of(name), NAME_WEIGHT, all);
    }
    add(IdentifierTokens.of(query.words()), 1, all);
    Map<String, Float> telling = new LinkedHashMap<>(all);
    telling.keySet().removeAll(COMMON);
    return telling.isEmpty() ? all : telling;
  }

  private static void add(IdentifierTokens words, float weight, Map<String, Float> all) {
    for (int i = 0; i < words.count() && all.size() < MOST_TERMS; i++) {
      all.putIfAbsent(words.get(i), weight);
    }
  }

  private Query query() {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    weights.forEach(
        (word, weight) -> {
          for (String field : IndexFields.SEARCHED) {
            any.add(
                new BoostQuery(new TermQuery(new Term(field, word)), weight),
                BooleanClause.Occur.SHOULD);
          }
        });
    return paths
        .<Query>map(
            only ->
                new BooleanQuery.Builder()
                    .add(any.build(), BooleanClause.Occur.MUST)
                    .add(new TermInSetQuery(IndexFields.PATH, only), BooleanClause.Occur.FILTER)
                    .build())
        .orElseGet(any::build);
  }

  /** Which words each document has; these are in order. */
  private Map<Integer, List<String>> terms(List<Integer> documents) throws IOException {
    Map<Integer, List<String>> terms = new HashMap<>();
    for (String word : weights.keySet()) {
      for (String field : IndexFields.SEARCHED) {
        for (int document : having(new Term(field, word), documents)) {
          List<String> words = terms.computeIfAbsent(document, key -> new ArrayList<>());
          if (words.isEmpty() || !words.getLast().equals(word)) {
            words.add(word);
          }
        }
      }
    }
    return terms;
  }

  /** Those of the documents, which are in order, that have the term. */
  private List<Integer> having(Term term, List<Integer> documents) throws IOException {
    List<Integer> having = new ArrayList<>();
    LeafReaderContext leaf = null;
    PostingsEnum postings = null;
    for (int document : documents) {
      if (leaf == null || document >= leaf.docBase + leaf.reader().maxDoc()) {
        leaf = leaf(document);
        postings = leaf.reader().postings(term, PostingsEnum.NONE);
      }
      int local = document - leaf.docBase;
      if (postings == null) {
        continue;
      }
      int at = postings.docID() < local ? postings.advance(local) : postings.docID();
      if (at == local) {
        having.add(document);
      }
    }
    return having;
  }

  private LeafReaderContext leaf(int document) {
    List<LeafReaderContext> leaves = searcher.getLeafContexts();
    return leaves.get(ReaderUtil.subIndex(document, leaves));
  }
}
