package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.index.lucene.FilteredLeafReader;
import dev.cleveragents.context.index.lucene.InlineMergeScheduler;
import dev.cleveragents.context.index.lucene.LiveSearcher;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.context.index.tree.ContentHash;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * A small index in memory over another one, of which it hides the same paths: everything that the
 * one below has of a path is hidden as soon as the overlay says anything about the path.
 */
final class Overlay {

  /** What the overlay says about a path. */
  sealed interface Piece {
    String path();
  }

  /** It is not there. */
  record Gone(String path) implements Piece {}

  /** It is there, but not indexed. */
  record Skipped(String path, String hash, SkipReason why) implements Piece {}

  /** It is there. */
  record There(DocumentFactory.TextFile file) implements Piece {
    @Override
    public String path() {
      return file.path();
    }
  }

  private Overlay() {}

  static List<Piece> asText(Map<String, Optional<byte[]>> changes, IndexSnapshot.About about) {
    List<Piece> pieces = new ArrayList<>();
    new TreeMap<>(changes)
        .forEach(
            (path, bytes) ->
                pieces.add(bytes.map(b -> piece(path, b, about)).orElseGet(() -> new Gone(path))));
    return pieces;
  }

  private static Piece piece(String path, byte[] bytes, IndexSnapshot.About about) {
    IndexRules rules = about.rules();
    String hash = ContentHash.ofTree(about.tree()).of(bytes);
    IndexFilter intake =
        IndexFilter.of(new SourceTree.Entry(path, hash, bytes.length, SourceTree.Kind.FILE), rules);
    if (intake instanceof IndexFilter.LookInside) {
      intake = IndexFilter.of(path, bytes, rules);
    }
    return switch (intake) {
      case IndexFilter.Refused(SkipReason why) -> new Skipped(path, hash, why);
      case IndexFilter.Text(String text) ->
          new There(
              new DocumentFactory.TextFile(
                  path, new SourceTree.Content(bytes, hash), text, Optional.empty()));
      case IndexFilter.LookInside() -> throw new IllegalStateException("It was looked inside");
    };
  }

  static List<Piece> bySyntax(List<Piece> pieces, FileParser syntax, CancellationToken token)
      throws InterruptedException {
    List<SourceFile> sources =
        pieces.stream()
            .flatMap(
                piece ->
                    piece instanceof There(DocumentFactory.TextFile file)
                        ? Stream.of(new SourceFile(file.path(), file.text()))
                        : Stream.empty())
            .toList();
    List<ParsedFile> parsed = sources.isEmpty() ? List.of() : syntax.read(sources, token);
    List<Piece> result = new ArrayList<>();
    int next = 0;
    for (Piece piece : pieces) {
      if (piece instanceof There(DocumentFactory.TextFile file)) {
        result.add(new There(file.parsedAs(parsed.get(next++))));
      } else {
        result.add(piece);
      }
    }
    return result;
  }

  static IndexSnapshot over(IndexSnapshot below, List<Piece> pieces) throws IOException {
    IndexReader base = below.searcher().getIndexReader();
    Set<String> hidden = pieces.stream().map(Piece::path).collect(Collectors.toSet());
    List<IndexReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : base.leaves()) {
      readers.add(FilteredLeafReader.hiding(hidden, leaf.reader()));
    }
    DirectoryReader above = inMemory(pieces);
    for (LeafReaderContext leaf : above.leaves()) {
      readers.add(leaf.reader());
    }
    base.incRef();
    return over(below, readers, List.of(base, above));
  }

  /** A snapshot with nothing but these paths of the one below. */
  static IndexSnapshot showing(IndexSnapshot below, Predicate<String> paths) throws IOException {
    IndexReader base = below.searcher().getIndexReader();
    List<IndexReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : base.leaves()) {
      readers.add(FilteredLeafReader.showing(paths, leaf.reader()));
    }
    base.incRef();
    return over(below, readers, List.of(base));
  }

  private static IndexSnapshot over(
      IndexSnapshot below, List<IndexReader> segments, List<IndexReader> held) throws IOException {
    return new IndexSnapshot(
        new LiveSearcher(new Holding(segments, held)), below.about(), below.memory());
  }

  /** Keeps the readers whose segments these are open as long as a reader is open. */
  private static final class Holding extends MultiReader {

    private final List<IndexReader> held;

    /** Takes over one reference to each of those held. */
    Holding(List<IndexReader> segments, List<IndexReader> held) throws IOException {
      super(segments.toArray(IndexReader[]::new), false);
      this.held = held;
    }

    @Override
    protected synchronized void doClose() throws IOException {
      super.doClose();
      for (IndexReader each : held) {
        each.decRef();
      }
    }
  }

  private static DirectoryReader inMemory(List<Piece> pieces) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig(new KeywordAnalyzer()).setMergeScheduler(new InlineMergeScheduler());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (Piece piece : pieces) {
        writer.addDocuments(documents(piece));
      }
    }
    return DirectoryReader.open(directory);
  }

  private static List<Document> documents(Piece piece) {
    return switch (piece) {
      case Gone gone -> List.of();
      case Skipped(String path, String hash, SkipReason why) ->
          List.of(DocumentFactory.skipped(path, hash, why));
      case There(DocumentFactory.TextFile file) -> DocumentFactory.of(file);
    };
  }
}
