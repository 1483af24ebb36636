package dev.cleveragents.context.index;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Has the syntax of all files read, step by step. The reading itself, which takes the time, holds
 * up nobody: it works on a snapshot, and what has changed meanwhile is left for a later step.
 */
final class SyntaxSteps {

  private final ProjectIndex index;
  private final SyntaxReader reader;
  private final Progress progress;

  SyntaxSteps(ProjectIndex index, SyntaxReader reader, Progress progress) {
    this.index = index;
    this.reader = reader;
    this.progress = progress;
  }

  UpdateResult run(CancellationToken token) throws IOException, InterruptedException {
    UpdateResult.Outcome outcome = UpdateResult.Outcome.UNCHANGED;
    int written = 0;
    while (true) {
      token.throwIfCancelled();
      List<Documents.TextFile> read;
      long generation;
      int pending;
      try (IndexSnapshot snapshot = index.snapshot()) {
        generation = snapshot.generation();
        pending = SyntaxPass.pending(snapshot.shelf());
        progress.at(Progress.Phase.SYNTAX, written, (long) written + pending);
        if (pending == 0) {
          return new UpdateResult(outcome, generation, written, 0, Optional.empty());
        }
        read = SyntaxPass.read(SyntaxPass.next(snapshot.shelf(), index.stepFiles()), reader, token);
      }
      Optional<UpdateResult> step = index.writeSyntax(read, token);
      if (step.isEmpty()) {
        return new UpdateResult(
            UpdateResult.Outcome.BUSY, generation, written, 0, Optional.empty());
      }
      if (step.get().outcome() == UpdateResult.Outcome.UNFINISHED) {
        return step.get();
      }
      outcome = UpdateResult.Outcome.UPDATED;
      written += step.get().written();
    }
  }
}
