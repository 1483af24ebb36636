package dev.cleveragents.context.index;

import dev.cleveragents.context.code.ParsedFile;
import dev.cleveragents.context.code.Source;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.Threads;
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
 * Has the syntax of all files read, step by step. The reading itself, which takes the time, holds
 * up nobody: it works on a snapshot, and what has changed meanwhile is left for a later step.
 *
 * <p>While one step is written, the next is read; no more than these two are in memory.
 */
final class SyntaxSteps {

  private static final Term NOT_READ = new Term(Fields.SYNTAX, Fields.Syntax.NOT_READ.name());

  private static final Duration LOOKS_UP_EVERY = Duration.ofMillis(50);

  private final ProjectIndex index;
  private final int stepFiles;
  private final SyntaxReader reader;
  private final Progress progress;
  private final Threads threads;

  SyntaxSteps(
      ProjectIndex index, int stepFiles, SyntaxReader reader, Progress progress, Threads threads) {
    this.index = index;
    this.stepFiles = stepFiles;
    this.reader = reader;
    this.progress = progress;
    this.threads = threads;
  }

  /** What was read and is to be written, and what is to be read meanwhile. */
  private record Step(List<Documents.TextFile> write, List<Documents.TextFile> read) {}

  /** What came of the two. */
  private record Done(UpdateResult written, List<Documents.TextFile> read) {}

  UpdateResult run(CancellationToken token) throws IOException, InterruptedException {
    UpdateResult sum = UpdateResult.of(UpdateResult.Outcome.UNCHANGED, 0);
    List<Documents.TextFile> ready = List.of();
    while (true) {
      token.throwIfCancelled();
      Step step;
      try (IndexSnapshot snapshot = index.snapshot()) {
        Shelf shelf = snapshot.shelf();
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
      List<Documents.TextFile> read = parsedUnlessStopped(step.read(), scope.token(), token);
      return new Done(joined(writing, token), read);
    }
  }

  /** Ends the reading if this comes to nothing: then nobody waits for what is read. */
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

  private List<Documents.TextFile> parsedUnlessStopped(
      List<Documents.TextFile> files, CancellationToken stopped, CancellationToken token)
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
        Workers.rethrow(e.getCause());
      }
    }
  }

  /** Some files that have not been read, without those that are being written. */
  private List<Documents.TextFile> next(Shelf shelf, List<Documents.TextFile> without)
      throws IOException {
    Set<String> known = without.stream().map(Documents.TextFile::path).collect(Collectors.toSet());
    List<Documents.TextFile> files = new ArrayList<>();
    long bytes = 0;
    for (String path : shelf.somePaths(NOT_READ, stepFiles, known)) {
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
    if (files.isEmpty()) {
      return List.of();
    }
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
