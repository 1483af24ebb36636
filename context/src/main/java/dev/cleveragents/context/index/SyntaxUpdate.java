package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.SourceFile;
import dev.cleveragents.context.index.lucene.IndexFields;
import dev.cleveragents.context.index.parse.FileParser;
import dev.cleveragents.context.index.tree.ParallelWork;
import dev.cleveragents.context.index.tree.SourceTree;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.lucene.index.Term;

/**
 * Has the syntax of all files read, step by step. The reading itself, which takes the time, blocks
 * no other thread: it works on a snapshot, and what has changed meanwhile is left for a later step.
 *
 * <p>While one step is written, the next is read; no more than these two are in memory.
 */
final class SyntaxUpdate {

  private static final Term NOT_READ =
      new Term(IndexFields.SYNTAX, IndexFields.Syntax.NOT_READ.name());

  private static final Duration LOOKS_UP_EVERY = Duration.ofMillis(50);

  private final ProjectIndex index;
  private final int stepFiles;
  private final FileParser reader;
  private final Progress progress;
  private final ThreadFactories threads;

  SyntaxUpdate(
      ProjectIndex index,
      int stepFiles,
      FileParser reader,
      Progress progress,
      ThreadFactories threads) {
    this.index = index;
    this.stepFiles = stepFiles;
    this.reader = reader;
    this.progress = progress;
    this.threads = threads;
  }

  /** What was read and is to be written, and what is to be read meanwhile. */
  private record Step(List<DocumentFactory.TextFile> write, List<DocumentFactory.TextFile> read) {}

  /** What came of the two. */
  private record Done(UpdateResult written, List<DocumentFactory.TextFile> read) {}

  UpdateResult run(CancellationToken token) throws IOException, InterruptedException {
    UpdateResult sum = UpdateResult.of(UpdateResult.Outcome.UNCHANGED, 0);
    List<DocumentFactory.TextFile> ready = List.of();
    while (true) {
      token.throwIfCancelled();
      Step step;
      try (IndexSnapshot snapshot = index.snapshot()) {
        StoredFiles shelf = snapshot.shelf();
        int pending = shelf.count(NOT_READ);
        step = new Step(ready, next(shelf, ready));
        if (ready.isEmpty() || !step.read().isEmpty()) {
          progress.at(Progress.Phase.SYNTAX, sum.written(), (long) sum.written() + pending);
        }
        if (pending == 0) {
          return sum.at(snapshot.generation());
        }
      }
      Done done = done(step, token);
      ready = done.read();
      if (!step.write().isEmpty()) {
        sum = sum.and(done.written());
        if (done.written().outcome() != UpdateResult.Outcome.UPDATED) {
          return sum;
        }
      }
    }
  }

  private Done done(Step step, CancellationToken token) throws IOException, InterruptedException {
    if (step.write().isEmpty()) {
      return new Done(
          UpdateResult.of(UpdateResult.Outcome.UNCHANGED, 0), parsed(step.read(), token));
    }
    try (Scope scope = Scope.open("syntax", threads, token)) {
      Fork<UpdateResult> writing = scope.forkPlatform("write", () -> written(step, scope));
      List<DocumentFactory.TextFile> read = parsedUnlessStopped(step.read(), scope.token(), token);
      return new Done(joined(writing, token), read);
    }
  }

  /** Ends the reading if writing fails: its result is no longer needed. */
  private UpdateResult written(Step step, Scope scope) throws IOException, InterruptedException {
    boolean well = false;
    try {
      UpdateResult result = index.writeSyntax(step.write(), step.read().isEmpty(), scope.token());
      well = result.outcome() == UpdateResult.Outcome.UPDATED;
      return result;
    } finally {
      if (!well) {
        scope.cancel(CancellationCause.failed("the step before could not be written"));
      }
    }
  }

  private List<DocumentFactory.TextFile> parsedUnlessStopped(
      List<DocumentFactory.TextFile> files, CancellationToken stopped, CancellationToken token)
      throws InterruptedException {
    try {
      return parsed(files, stopped);
    } catch (CancelledException e) {
      token.throwIfCancelled();
      if (!stopped.isCancelled()) {
        throw e;
      }
      return List.of();
    }
  }

  private static UpdateResult joined(Fork<UpdateResult> writing, CancellationToken token)
      throws IOException, InterruptedException {
    while (true) {
      try {
        return writing.join(LOOKS_UP_EVERY);
      } catch (TimeoutException e) {
        token.throwIfCancelled();
      } catch (ExecutionException e) {
        ParallelWork.rethrow(e.getCause());
      }
    }
  }

  /** Some files that have not been read, without those that are being written. */
  private List<DocumentFactory.TextFile> next(
      StoredFiles shelf, List<DocumentFactory.TextFile> without) throws IOException {
    Set<String> known =
        without.stream().map(DocumentFactory.TextFile::path).collect(Collectors.toSet());
    List<DocumentFactory.TextFile> files = new ArrayList<>();
    long bytes = 0;
    for (String path : shelf.somePaths(NOT_READ, stepFiles, known)) {
      byte[] content = shelf.stored(path, IndexFields.TEXT).orElseThrow();
      bytes += content.length;
      if (bytes > SourceTree.MOST_AT_ONCE && !files.isEmpty()) {
        break;
      }
      files.add(
          new DocumentFactory.TextFile(
              path,
              new SourceTree.Content(content, shelf.hash(path).orElseThrow()),
              new String(content, StandardCharsets.UTF_8),
              Optional.empty()));
    }
    return files;
  }

  private List<DocumentFactory.TextFile> parsed(
      List<DocumentFactory.TextFile> files, CancellationToken token) throws InterruptedException {
    if (files.isEmpty()) {
      return List.of();
    }
    List<ParsedFile> parsed =
        reader.read(files.stream().map(f -> new SourceFile(f.path(), f.text())).toList(), token);
    if (parsed.size() != files.size()) {
      throw new IllegalStateException(
          "The reader of syntax answered for %d of %d files; it must answer for each"
              .formatted(parsed.size(), files.size()));
    }
    List<DocumentFactory.TextFile> read = new ArrayList<>();
    for (int i = 0; i < parsed.size(); i++) {
      read.add(files.get(i).parsedAs(parsed.get(i)));
    }
    return read;
  }
}
