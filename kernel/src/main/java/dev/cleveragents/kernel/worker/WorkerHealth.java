package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.MoveResult;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.kernel.worker.WorkerHealthReport.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Records the counts and errors of a worker. Thread-safe: counts are atomic and never lost; the
 * last error and the times of the last answers are one immutable value.
 */
final class WorkerHealth {

  private record Notes(
      int errorsInARow,
      @Nullable String lastError,
      @Nullable Instant lastErrorAt,
      @Nullable Long beatSentAt,
      @Nullable Long polledAt) {}

  private final TimeSource time;
  private final ConcurrentMap<Tally, Long> counts = new ConcurrentHashMap<>();
  private final AtomicReference<Notes> notes =
      new AtomicReference<>(new Notes(0, null, null, null, null));

  WorkerHealth(TimeSource time) {
    this.time = time;
  }

  void count(Tally tally, int more) {
    counts.merge(tally, (long) more, Long::sum);
  }

  void polled(int claimed) {
    count(Tally.CLAIMED, claimed);
    long now = time.nanos();
    notes.updateAndGet(n -> new Notes(0, n.lastError, n.lastErrorAt, n.beatSentAt, now));
  }

  void beatAnswered(long sentAt) {
    notes.updateAndGet(n -> new Notes(0, n.lastError, n.lastErrorAt, sentAt, n.polledAt));
  }

  void error(String message) {
    Instant now = time.wallTime();
    notes.updateAndGet(n -> new Notes(n.errorsInARow + 1, message, now, n.beatSentAt, n.polledAt));
  }

  /** How a run ended, as the store answered. */
  void ended(RunOutcome outcome, MoveResult answer) {
    count(tallyOf(outcome, answer), 1);
  }

  WorkerHealthReport report(String worker, WorkerState state, int capacity, int running) {
    Notes n = notes.get();
    long now = time.nanos();
    return new WorkerHealthReport(
        worker,
        state,
        capacity,
        running,
        counts,
        n.errorsInARow,
        n.lastError,
        n.lastErrorAt,
        since(n.beatSentAt, now),
        since(n.polledAt, now));
  }

  private static Tally tallyOf(RunOutcome outcome, MoveResult answer) {
    if (!(answer instanceof MoveResult.Moved(AsyncJob job))) {
      return Tally.REFUSED;
    }
    if (job.status() == AsyncJobStatus.CANCELLED) {
      return Tally.CANCELLED;
    }
    return switch (outcome) {
      case RunOutcome.Succeeded() -> Tally.SUCCEEDED;
      case RunOutcome.Failed failed -> Tally.FAILED;
      case RunOutcome.Released released -> Tally.RELEASED;
      case RunOutcome.WorkerDied() -> Tally.RECOVERED;
    };
  }

  private static @Nullable Duration since(@Nullable Long then, long now) {
    return then == null ? null : Duration.ofNanos(now - then);
  }
}
