package dev.cleveragents.context.index;

import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Threads;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A folder, its index and its vectors. */
final class Embedded implements AutoCloseable {

  static final CancellationToken GO = CancellationToken.none();

  private final Path folder;
  private final WordVectors model;
  private final ProjectIndex index;
  private final VectorStore vectors;

  private Embedded(Path folder, WordVectors model, ProjectIndex index, VectorStore vectors) {
    this.folder = folder;
    this.model = model;
    this.index = index;
    this.vectors = vectors;
  }

  static Embedded in(Path temp, WordVectors model) throws IOException {
    return in(temp, "vectors", model, Nearest.LOOKS_AT_EACH);
  }

  static Embedded in(Path temp, String vectors, WordVectors model, int looksAtEach)
      throws IOException {
    return new Embedded(
        Files.createDirectories(temp.resolve("folder")),
        model,
        ProjectIndex.open(
            temp.resolve("index"), IndexSettings.STANDARD, Threads.standard(), TimeSource.system()),
        new VectorStore(
            new IndexFolder(temp.resolve(vectors)),
            new Embedding(model, Threads.standard()),
            looksAtEach));
  }

  Path folder() {
    return folder;
  }

  WordVectors model() {
    return model;
  }

  VectorStore vectors() {
    return vectors;
  }

  Embedded write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, StandardCharsets.UTF_8);
    return this;
  }

  /** Files of so many pieces each, no two alike. */
  Embedded writeMany(int files, int pieces) throws IOException {
    for (int file = 0; file < files; file++) {
      StringBuilder text = new StringBuilder();
      for (int piece = 0; piece < pieces; piece++) {
        for (int line = 0; line < Lines.CHUNK; line++) {
          text.append("f%d p%d l%d\n".formatted(file, piece, line));
        }
        text.append('\n');
      }
      write("many/%03d.txt".formatted(file), text.toString());
    }
    return this;
  }

  Embedded indexed() throws Exception {
    index.update(new FolderTree(folder), Progress.NONE, GO);
    return this;
  }

  IndexSnapshot snapshot() {
    return index.snapshot();
  }

  UpdateResult embed(CancellationToken token) throws IOException, InterruptedException {
    try (IndexSnapshot snapshot = index.snapshot()) {
      return vectors.update(snapshot, Progress.NONE, token);
    }
  }

  VectorSnapshot.Coverage coverage() {
    try (IndexSnapshot snapshot = index.snapshot();
        VectorSnapshot now = vectors.snapshot()) {
      return now.coverage(snapshot);
    }
  }

  List<Hit> nearest(String question, int limit) throws InterruptedException {
    try (IndexSnapshot snapshot = index.snapshot();
        VectorSnapshot now = vectors.snapshot()) {
      return now.nearest(question, snapshot, limit, GO);
    }
  }

  /** Everything that is said about these words. */
  Map<String, List<Hit>> answers(List<String> words) throws InterruptedException {
    Map<String, List<Hit>> answers = new TreeMap<>();
    try (IndexSnapshot snapshot = index.snapshot();
        VectorSnapshot now = vectors.snapshot()) {
      for (String word : words) {
        answers.put(word, now.nearest(word, snapshot, 7, GO));
        answers.put(word + " all", now.nearest(word, snapshot, 500, GO));
      }
    }
    return answers;
  }

  @Override
  public void close() throws IOException {
    vectors.close();
    index.close();
  }
}
