package dev.cleveragents.kernel.scope;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.log.SafeLog;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The forks of one scope that failed. A failure that no join has fetched is logged once, when the
 * scope is closed; until then a caller may still join. Keeps the last thousand; an older failure is
 * logged when it is dropped. Its own lock guards the forks; nothing is logged under it.
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

  /** Logs the failures that no join has fetched. */
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
        "'{}' of scope '{}' failed and was never joined. Join it, or handle exceptions in its"
            + " body",
        fork,
        scope);
  }
}
