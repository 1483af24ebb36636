package dev.cleveragents.kernel.scope;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.log.SafeLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The forks of one scope that failed. Whose failure nobody has fetched when the scope is closed, it
 * is logged, once: until then somebody may still join. Keeps the last thousand only; of an older
 * one the log is told as soon as it is crowded out. Its own lock guards the forks; nothing is
 * logged under it.
 */
final class FailedForks {

  static final int KEPT = 1_000;

  private static final SafeLog log = SafeLog.of(Scope.class);

  private final String scope;

  @GuardedBy("this")
  private final Deque<Fork<?>> failed = new ArrayDeque<>();

  @GuardedBy("this")
  private boolean closed;

  FailedForks(String scope) {
    this.scope = scope;
  }

  /** A fork has failed; after {@link #close} it is logged at once. */
  void add(Fork<?> fork) {
    Fork<?> due = null;
    synchronized (this) {
      if (closed) {
        due = fork;
      } else {
        failed.add(fork);
        if (failed.size() > KEPT) {
          due = failed.remove();
        }
      }
    }
    if (due != null) {
      report(due);
    }
  }

  /** Logs what nobody has fetched. */
  void close() {
    List<Fork<?>> due;
    synchronized (this) {
      closed = true;
      due = List.copyOf(failed);
      failed.clear();
    }
    due.forEach(this::report);
  }

  private void report(Fork<?> fork) {
    fork.unfetchedFailure().ifPresent(failure -> report(fork.name(), failure));
  }

  private void report(String fork, Throwable failure) {
    log.warn(
        failure,
        "'{}' of scope '{}' failed and nobody has joined it to see. Join it, or let its body"
            + " handle what it throws",
        fork,
        scope);
  }
}
