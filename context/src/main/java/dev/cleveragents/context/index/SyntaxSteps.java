package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Source;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.Term;

/**
 * Has the syntax of all files read, step by step. The reading itself, which takes the time, holds
 * up nobody: it works on a snapshot, and what has changed meanwhile is left for a later step.
 */
final class SyntaxSteps {

  private static final Term NOT_READ = new Term(Fields.SYNTAX, Fields.Syntax.NOT_READ.name());

  private final ProjectIndex index;
  private final int stepFiles;
  private final SyntaxReader reader;
  private final Progress progress;

  SyntaxSteps(ProjectIndex index, int stepFiles, SyntaxReader reader, Progress progress) {
    this.index = index;
    this.stepFiles = stepFiles;
    this.reader = reader;
    this.progress = progress;
  }

  UpdateResult run(CancellationToken token) throws IOException, InterruptedException {
    UpdateResult sum = UpdateResult.of(UpdateResult.Outcome.UNCHANGED, 0);
    while (true) {
      token.throwIfCancelled();
      List<Documents.TextFile> read;
      try (IndexSnapshot snapshot = index.snapshot()) {
        Shelf shelf = snapshot.shelf();
        int pending = shelf.count(NOT_READ);
        progress.at(Progress.Phase.SYNTAX, sum.written(), (long) sum.written() + pending);
        if (pending == 0) {
          return sum.at(snapshot.generation());
        }
        read = parsed(next(shelf), token);
      }
      UpdateResult step = index.writeSyntax(read, token);
      sum = sum.and(step);
      if (step.outcome() != UpdateResult.Outcome.UPDATED) {
        return sum;
      }
    }
  }

  /** Some files that have not been read. */
  private List<Documents.TextFile> next(Shelf shelf) throws IOException {
    List<Documents.TextFile> files = new ArrayList<>();
    long bytes = 0;
    for (String path : shelf.somePaths(NOT_READ, stepFiles)) {
      byte[] content = shelf.stored(path, Fields.TEXT).orElseThrow();
      bytes += content.length;
      if (bytes > SourceTree.MOST_AT_ONCE && !files.isEmpty()) {
        break;
      }
      files.add(
          new Documents.TextFile(
              path,
              new SourceTree.Content(content, shelf.hash(path).orElseThrow()),
              new String(content, StandardCharsets.UTF_8),
              Optional.empty()));
    }
    return files;
  }

  private List<Documents.TextFile> parsed(List<Documents.TextFile> files, CancellationToken token)
      throws InterruptedException {
    List<ParsedFile> parsed =
        reader.read(files.stream().map(f -> new Source(f.path(), f.text())).toList(), token);
    if (parsed.size() != files.size()) {
      throw new IllegalStateException(
          "The reader of syntax answered for %d of %d files; it must answer for each"
              .formatted(parsed.size(), files.size()));
    }
    List<Documents.TextFile> read = new ArrayList<>();
    for (int i = 0; i < parsed.size(); i++) {
      read.add(files.get(i).parsedAs(parsed.get(i)));
    }
    return read;
  }
}
