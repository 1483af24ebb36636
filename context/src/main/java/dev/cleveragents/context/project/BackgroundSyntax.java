package dev.cleveragents.context.project;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.scope.Scope;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the syntax of files that an index knows only as text, in one background thread, one project
 * after the other. Each step writes {@value #STEP_FILES} files, so an update of the text waits for
 * one step at most. Where another process writes the index, or a step fails, the rest is read after
 * the next question. {@code lock} guards the waiting projects and whether the thread runs.
 */
public final class BackgroundSyntax implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(BackgroundSyntax.class);
  private static final int STEP_FILES = 250;
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

  private final Scope scope;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Set<ProjectContext> waiting = new LinkedHashSet<>();

  @GuardedBy("lock")
  private boolean running;

  /** For the projects of this resources; close it before them. */
  public BackgroundSyntax(ContextResources resources) {
    this.scope = Scope.open("background-syntax", resources.threads(), CancellationToken.none());
  }

  /** Starts reading the syntax of a project, or queues it. Returns at once. */
  public void read(ProjectContext project) {
    synchronized (lock) {
      waiting.add(project);
      if (running) {
        return;
      }
      running = true;
    }
    try {
      scope.forkPlatform("read", this::readAll);
    } catch (IllegalStateException | OutOfMemoryError e) {
      synchronized (lock) {
        running = false;
      }
      log.warn("No thread for reading syntax; the next question tries again", e);
    }
  }

  /** Whether the thread is reading. */
  public boolean isReading() {
    synchronized (lock) {
      return running;
    }
  }

  private boolean readAll() {
    Optional<ProjectContext> next = next();
    while (next.isPresent()) {
      ProjectContext project = next.get();
      try {
        project.updateSyntax(STEP_FILES, Progress.NONE, scope.token());
      } catch (IOException | InterruptedException | RuntimeException e) {
        if (!scope.token().isCancelled()) {
          log.warn("The syntax of {} could not be read", project.root(), e);
        }
      }
      next = next();
    }
    return true;
  }

  private Optional<ProjectContext> next() {
    synchronized (lock) {
      Optional<ProjectContext> first =
          scope.token().isCancelled() ? Optional.empty() : waiting.stream().findFirst();
      first.ifPresentOrElse(waiting::remove, () -> running = false);
      return first;
    }
  }

  /** Cancels the reading and waits for its thread, for ten seconds at most. */
  @Override
  public void close() {
    scope.closeWithin(CLOSE_WITHIN);
  }
}
