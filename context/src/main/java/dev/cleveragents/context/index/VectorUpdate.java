package dev.cleveragents.context.index;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;

/**
 * Gives the chunks of a snapshot their vectors, file by file. Only texts that have none are
 * embedded. What is done is written down after each step of a few hundred texts, each time in a
 * state that can be read, so that a kill costs no more than a step. For one thread.
 */
final class VectorUpdate {

  /** After how many texts, or files whose texts all have vectors, it is written down. */
  static final int STEP_TEXTS = 256;

  static final int STEP_FILES = 2_000;

  /** What was written down last is said in each commit. */
  interface Commit {
    void with(boolean complete) throws IOException;
  }

  private final IndexWriter writer;
  private final Embedding embedding;
  private final Commit commit;

  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<Document> files = new ArrayList<>();
  private final List<String> paths = new ArrayList<>();

  VectorUpdate(IndexWriter writer, Embedding embedding, Commit commit) {
    this.writer = writer;
    this.embedding = embedding;
    this.commit = commit;
  }

  /** What was done: how many files were written and how many were taken out. */
  record Done(int written, int removed) {}

  Done bring(IndexSnapshot snapshot, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    List<String> all = snapshot.paths();
    int written = 0;
    int at = 0;
    while (at < all.size()) {
      progress.at(Progress.Phase.VECTORS, at, all.size());
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        at = gather(all, at, snapshot, new VectorShelf(reader), token);
      }
      written += files.size();
      step(token);
    }
    int removed = tidy(new HashSet<>(all));
    commit.with(true);
    progress.at(Progress.Phase.VECTORS, all.size(), all.size());
    return new Done(written, removed);
  }

  /** Takes files until there is enough for a step; says how far it came. */
  private int gather(
      List<String> all,
      int from,
      IndexSnapshot snapshot,
      VectorShelf there,
      CancellationToken token)
      throws IOException {
    int at = from;
    while (at < all.size() && texts.size() < STEP_TEXTS && files.size() < STEP_FILES) {
      token.throwIfCancelled();
      FileChunks file = FileChunks.of(all.get(at++), snapshot);
      if (there.chunksOf(file).isPresent()) {
        continue;
      }
      List<FileChunks.Piece> pieces = file.pieces(snapshot, embedding.model());
      for (FileChunks.Piece piece : pieces) {
        if (!texts.containsKey(piece.key()) && !there.has(piece.key())) {
          texts.put(piece.key(), piece.text());
        }
      }
      paths.add(file.path());
      files.add(VectorDocuments.file(file, pieces));
    }
    return at;
  }

  private void step(CancellationToken token) throws IOException, InterruptedException {
    List<Map.Entry<String, String>> left = List.copyOf(texts.entrySet());
    for (int from = 0; from < left.size(); from += Embedding.MOST_AT_ONCE) {
      token.throwIfCancelled();
      var some = left.subList(from, Math.min(left.size(), from + Embedding.MOST_AT_ONCE));
      float[][] vectors = embedding.of(some.stream().map(Map.Entry::getValue).toList(), token);
      for (int i = 0; i < vectors.length; i++) {
        String key = some.get(i).getKey();
        writer.updateDocument(
            new Term(VectorDocuments.KEY, key), VectorDocuments.vector(key, vectors[i]));
      }
    }
    for (int i = 0; i < files.size(); i++) {
      writer.updateDocument(new Term(Fields.PATH, paths.get(i)), files.get(i));
    }
    if (!files.isEmpty()) {
      commit.with(false);
    }
    texts.clear();
    files.clear();
    paths.clear();
  }

  /** Forgets the files that are gone, and vectors that nothing needs once they are the most. */
  private int tidy(Set<String> there) throws IOException {
    int removed = 0;
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      for (String path : new VectorShelf(reader).paths()) {
        if (!there.contains(path)) {
          writer.deleteDocuments(new Term(Fields.PATH, path));
          removed++;
        }
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      for (String key : new VectorShelf(reader).unusedIfMany()) {
        writer.deleteDocuments(new Term(VectorDocuments.KEY, key));
      }
    }
    return removed;
  }
}
