package dev.cleveragents.context.project;

import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.UpdateResult;
import dev.cleveragents.context.index.UpdateResult.Outcome;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the syntax of what is indexed as text only, then fits weights if the history has grown
 * enough. A lock on a file lets one process at a time do it; the system takes it back from one that
 * dies.
 */
record ProjectChore(ProjectContext project, Consumer<IndexNews> news) implements Chore {

  /** Small steps: an update of the text waits for one of them at most. */
  static final int STEP_FILES = 250;

  /** How many commits weights are fitted and judged on. */
  static final int MOST_COMMITS = 200;

  /** When to look again whether another process is done. */
  static final Duration OTHERS_TURN = Duration.ofSeconds(5);

  @Override
  public Optional<Duration> run(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    Path lock = project.state().resolve("upkeep.lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      return held != null && syntaxIsRead(progress, token) && weightsAreFitted(progress, token)
          ? Optional.empty()
          : Optional.of(OTHERS_TURN);
    } catch (OverlappingFileLockException e) {
      return Optional.of(OTHERS_TURN); // Another upkeep of this very process has it.
    }
  }

  /** Says whether it is; it is not while another process writes. */
  private boolean syntaxIsRead(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    UpdateResult read = project.updateSyntax(STEP_FILES, progress, token);
    if (read.outcome() == Outcome.UNFINISHED) {
      project.update(Progress.NONE, token);
      read = project.updateSyntax(STEP_FILES, progress, token);
    }
    if (read.written() > 0) {
      news.accept(new IndexNews.SyntaxRead(project.root(), read.written()));
    }
    return read.outcome() == Outcome.UPDATED || read.outcome() == Outcome.UNCHANGED;
  }

  private boolean weightsAreFitted(Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    if (project.isFitDue(token)) {
      WeightFit.Fitted fitted = project.fitWeights(MOST_COMMITS, progress, token);
      news.accept(new IndexNews.WeightsFitted(project.root(), fitted));
    }
    return true;
  }
}
