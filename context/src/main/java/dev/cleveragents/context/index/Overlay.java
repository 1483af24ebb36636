package dev.cleveragents.context.index;

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
 *
 * @param hidden the paths that it says anything about
 * @param documents those of each file that is there
 */
record Overlay(Set<String> hidden, List<List<Document>> documents) {

  /**
   * Reads changes.
   *
   * @param changes the new bytes of each file; nothing for one that is gone
   * @param about what the index below is of
   */
  static Overlay of(
      Map<String, Optional<byte[]>> changes,
      IndexSnapshot.About about,
      FileParser syntax,
      CancellationToken token)
      throws InterruptedException {
    ContentHash hashes = ContentHash.ofTree(about.tree());
    List<List<Document>> documents = new ArrayList<>();
    List<DocumentFactory.TextFile> texts = new ArrayList<>();
    for (Map.Entry<String, Optional<byte[]>> change : new TreeMap<>(changes).entrySet()) {
      if (change.getValue().isPresent()) {
        String path = change.getKey();
        byte[] bytes = change.getValue().get();
        var content = new SourceTree.Content(bytes, hashes.of(bytes));
        var entry = new SourceTree.Entry(path, content.hash(), bytes.length, SourceTree.Kind.FILE);
        switch (IndexFilter.of(entry, bytes, about.rules())) {
          case IndexFilter.Text(String text) ->
              texts.add(new DocumentFactory.TextFile(path, content, text, Optional.empty()));
          case IndexFilter.Refused(SkipReason why) ->
              documents.add(List.of(DocumentFactory.skipped(path, content.hash(), why)));
        }
      }
    }
    for (DocumentFactory.TextFile file : DocumentFactory.parsed(texts, syntax, token)) {
      documents.add(DocumentFactory.of(file));
    }
    return new Overlay(changes.keySet(), documents);
  }

  IndexSnapshot over(IndexSnapshot below) throws IOException {
    IndexReader base = below.searcher().getIndexReader();
    List<IndexReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : base.leaves()) {
      readers.add(FilteredLeafReader.hiding(hidden, leaf.reader()));
    }
    DirectoryReader above = inMemory();
    for (LeafReaderContext leaf : above.leaves()) {
      readers.add(leaf.reader());
    }
    base.incRef();
    return snapshot(below, readers, List.of(base, above));
  }

  /** A snapshot with nothing but these paths of the one below. */
  static IndexSnapshot showing(IndexSnapshot below, Predicate<String> paths) throws IOException {
    IndexReader base = below.searcher().getIndexReader();
    List<IndexReader> readers = new ArrayList<>();
    for (LeafReaderContext leaf : base.leaves()) {
      readers.add(FilteredLeafReader.showing(paths, leaf.reader()));
    }
    base.incRef();
    return snapshot(below, readers, List.of(base));
  }

  private static IndexSnapshot snapshot(
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

  private DirectoryReader inMemory() throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig(new KeywordAnalyzer()).setMergeScheduler(new InlineMergeScheduler());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (List<Document> each : documents) {
        writer.addDocuments(each);
      }
    }
    return DirectoryReader.open(directory);
  }
}
