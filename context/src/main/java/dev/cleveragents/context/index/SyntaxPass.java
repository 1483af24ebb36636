package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.Term;

/** One step of reading the syntax of files whose text is indexed. */
final class SyntaxPass {

  /** Files to read, as a published state has them. */
  record Batch(List<Documents.TextFile> files) {

    List<SyntaxReader.Source> sources() {
      return files.stream().map(file -> new SyntaxReader.Source(file.path(), file.text())).toList();
    }
  }

  private SyntaxPass() {}

  /** How many files have not been read. */
  static int pending(Shelf shelf) throws IOException {
    return shelf.count(notRead());
  }

  /** The next files that have not been read; empty if all have. */
  static Batch next(Shelf shelf, int mostFiles) throws IOException {
    List<Documents.TextFile> files = new ArrayList<>();
    long bytes = 0;
    for (String path : shelf.somePaths(notRead(), mostFiles)) {
      Optional<byte[]> content = shelf.stored(path, Fields.TEXT);
      Optional<String> hash = shelf.hash(path);
      if (content.isEmpty() || hash.isEmpty()) {
        continue;
      }
      bytes += content.get().length;
      if (bytes > SourceTree.MOST_AT_ONCE && !files.isEmpty()) {
        break;
      }
      files.add(
          new Documents.TextFile(
              path,
              new SourceTree.Content(content.get(), hash.get()),
              new String(content.get(), StandardCharsets.UTF_8),
              Optional.empty()));
    }
    return new Batch(files);
  }

  /** Asks the reader, and says what it answered. */
  static List<Documents.TextFile> read(Batch batch, SyntaxReader reader, CancellationToken token)
      throws InterruptedException {
    List<ParsedFile> parsed = reader.read(batch.sources(), token);
    if (parsed.size() != batch.files().size()) {
      throw new IllegalStateException(
          "The reader of syntax answered for %d of %d files; it must answer for each"
              .formatted(parsed.size(), batch.files().size()));
    }
    List<Documents.TextFile> read = new ArrayList<>();
    for (int i = 0; i < parsed.size(); i++) {
      read.add(batch.files().get(i).parsedAs(parsed.get(i)));
    }
    return read;
  }

  /** Those that the index still has with the same content. */
  static List<Documents.TextFile> current(List<Documents.TextFile> read, Shelf shelf)
      throws IOException {
    List<Documents.TextFile> current = new ArrayList<>();
    for (Documents.TextFile file : read) {
      if (shelf.hash(file.path()).equals(Optional.of(file.content().hash()))) {
        current.add(file);
      }
    }
    return current;
  }

  private static Term notRead() {
    return new Term(Fields.SYNTAX, Fields.Syntax.NOT_READ.name());
  }
}
