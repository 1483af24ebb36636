package dev.cleveragents.context.index;

import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.Term;

/**
 * Has the syntax of all files read, step by step. The reading itself, which takes the time, blocks
 * no other thread: it works on a snapshot, and what has changed meanwhile is left for a later step.
 */
final class SyntaxUpdate {

  private static final Term NOT_READ =
      new Term(IndexFields.SYNTAX, IndexFields.Syntax.NOT_READ.name());

  private final ProjectIndex index;
  private final int stepFiles;
  private final FileParser parser;
  private final Progress progress;

  SyntaxUpdate(ProjectIndex index, int stepFiles, FileParser parser, Progress progress) {
    this.index = index;
    this.stepFiles = stepFiles;
    this.parser = parser;
    this.progress = progress;
  }

  UpdateResult run(CancellationToken token) throws IOException, InterruptedException {
    UpdateResult sum = UpdateResult.of(UpdateResult.Outcome.UNCHANGED, 0);
    while (true) {
      token.throwIfCancelled();
      List<DocumentFactory.TextFile> next;
      int pending;
      try (IndexSnapshot snapshot = index.snapshot()) {
        pending = snapshot.files().count(NOT_READ);
        progress.at(Progress.Phase.SYNTAX, sum.written(), (long) sum.written() + pending);
        if (pending == 0) {
          return sum.at(snapshot.generation());
        }
        next = next(snapshot.files());
      }
      boolean last = next.size() == pending;
      UpdateResult written =
          index.writeSyntax(DocumentFactory.parsed(next, parser, token), last, token);
      sum = sum.and(written);
      if (written.outcome() != UpdateResult.Outcome.UPDATED) {
        return sum;
      }
    }
  }

  /** Some files whose syntax has not been read. */
  private List<DocumentFactory.TextFile> next(FileDocuments documents) throws IOException {
    List<DocumentFactory.TextFile> files = new ArrayList<>();
    long bytes = 0;
    for (String path : documents.somePaths(NOT_READ, stepFiles)) {
      byte[] content = documents.bytes(path).orElseThrow();
      bytes += content.length;
      if (bytes > SourceTree.MOST_AT_ONCE && !files.isEmpty()) {
        break;
      }
      files.add(
          new DocumentFactory.TextFile(
              path,
              new SourceTree.Content(content, documents.hash(path).orElseThrow()),
              new String(content, StandardCharsets.UTF_8),
              Optional.empty()));
    }
    return files;
  }
}
