package dev.cleveragents.store;

import dev.cleveragents.kernel.time.TimeSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of an opening, and retries a step after an error that may pass, with the pauses of
 * a lane. Each step has its own time limit. Until the server has answered, the time begins with the
 * step, because a try at an unreachable address costs seconds. Once the server has answered, its
 * address is right: the time begins with the first failure, because a migration may take longer
 * than the limit for an unreachable server.
 *
 * <p>An interrupt ends a pause and an attempt to connect at once, and a statement that is under way
 * when that has ended. One thread's own; shown by {@code DatabaseOpenerTest} and {@code
 * OpenRetriesTest}.
 */
final class OpenRetries {

  private static final Logger log = LoggerFactory.getLogger(OpenRetries.class);
  private static final Duration BEFORE_IT_IS_TOLD = Duration.ofSeconds(1);

  private final Dialect dialect;
  private final Duration deadline;
  private final OpenWaitPolicy patience;
  private final TimeSource time;
  private boolean answered;
  private @Nullable Duration told;

  /** Something that can be done again when it failed. */
  interface Step<T> {
    T call() throws SQLException;
  }

  /** The same where there is nothing to hand back. */
  interface VoidStep {
    void run() throws SQLException;
  }

  OpenRetries(Dialect dialect, Duration deadline, OpenWaitPolicy patience, TimeSource time) {
    this.dialect = dialect;
    this.deadline = deadline;
    this.patience = patience;
    this.time = time;
  }

  /**
   * @throws StoreException if it cannot be done, or not in time, or if this thread is interrupted,
   *     which it stays then
   */
  <T> T call(Step<T> step) {
    RetryPauses pauses = new RetryPauses();
    long begun = time.nanos();
    OptionalLong firstFailure = OptionalLong.empty();
    while (true) {
      try {
        T result = step.call();
        answered = true;
        return result;
      } catch (SQLException e) {
        ErrorKind trouble = dialect.kindOf(e);
        answered |= trouble != ErrorKind.UNANSWERED && trouble != ErrorKind.MISLED;
        long now = time.nanos();
        firstFailure = OptionalLong.of(firstFailure.orElse(now));
        long since = answered ? firstFailure.getAsLong() : begun;
        pause(e, trouble, Duration.ofNanos(now - since), pauses);
      }
    }
  }

  /** As {@link #call}. */
  void run(VoidStep step) {
    call(
        () -> {
          step.run();
          return true;
        });
  }

  private void pause(SQLException error, ErrorKind trouble, Duration waited, RetryPauses pauses) {
    if (Thread.currentThread().isInterrupted()) {
      throw ErrorMessages.interrupted(dialect, error);
    }
    Duration limit = limit(trouble);
    if (waited.compareTo(limit) >= 0) {
      throw ErrorMessages.explain(dialect, trouble, error);
    }
    tell(error, waited, limit);
    Duration wait = pauses.next(trouble);
    log.debug("Trying again in {}: {}", wait, error.getMessage());
    try {
      patience.token().await(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorMessages.interrupted(dialect, error);
    }
    patience.token().throwIfCancelled();
  }

  private Duration limit(ErrorKind trouble) {
    return switch (trouble) {
      case PASSING, NO_CONNECTION -> deadline;
      // There is no server that would come back to a file.
      case CONNECTION_LOST -> dialect.hasOneWriter() ? Duration.ZERO : deadline;
      case UNANSWERED -> answered ? deadline : shorter(patience.unanswered(), deadline);
      case MISLED -> answered ? deadline : Duration.ZERO;
      case DISK_FULL, READ_ONLY, DAMAGED, PROXY, LASTING -> Duration.ZERO;
    };
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void tell(SQLException error, Duration waited, Duration limit) {
    if (waited.compareTo(BEFORE_IT_IS_TOLD) >= 0 && !limit.equals(told)) {
      told = limit;
      patience
          .tell()
          .accept(
              "waiting up to %d s for %s: %s"
                  .formatted(
                      Math.max(1, limit.toSeconds()),
                      dialect.describe(),
                      ErrorMessages.withCause(error)));
    }
  }
}
