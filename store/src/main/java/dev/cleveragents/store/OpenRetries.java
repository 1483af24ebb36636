package dev.cleveragents.store;

import dev.cleveragents.kernel.time.TimeSource;
import dev.cleveragents.store.connection.Dialect;
import dev.cleveragents.store.connection.ErrorKind;
import dev.cleveragents.store.connection.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of an opening and retries a step after a retryable error, with the pauses of
 * {@link RetryPauses}. Each step has its own time limit. Until the server has answered, the time
 * begins with the step, because an attempt at an unreachable address takes seconds. Once the server
 * has answered, its address is right: the time begins with the first failure, because a migration
 * may take longer than the limit for an unreachable server.
 *
 * <p>An interrupt ends a pause and an attempt to connect at once, and a statement that is under way
 * when that has ended. One thread's own; shown by {@code DatabaseOpenerTest} and {@code
 * OpenRetriesTest}.
 */
final class OpenRetries {

  private static final Logger log = LoggerFactory.getLogger(OpenRetries.class);
  private static final Duration REPORT_AFTER = Duration.ofSeconds(1);

  private final Dialect dialect;
  private final Duration deadline;
  private final OpenWaitPolicy policy;
  private final TimeSource time;
  private boolean answered;
  private @Nullable Duration reported;

  /** A step that can be repeated after a failure. */
  interface Step<T> {
    T call() throws SQLException;
  }

  /** A step without a result. */
  interface VoidStep {
    void run() throws SQLException;
  }

  OpenRetries(Dialect dialect, Duration deadline, OpenWaitPolicy policy, TimeSource time) {
    this.dialect = dialect;
    this.deadline = deadline;
    this.policy = policy;
    this.time = time;
  }

  /**
   * @throws StoreException if the step fails for good or not in time, or if this thread is
   *     interrupted; the interrupt flag stays set
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
        ErrorKind kind = dialect.kindOf(e);
        answered |= kind != ErrorKind.NO_ANSWER && kind != ErrorKind.NOT_ACCEPTED;
        long now = time.nanos();
        firstFailure = OptionalLong.of(firstFailure.orElse(now));
        long since = answered ? firstFailure.getAsLong() : begun;
        pause(e, kind, Duration.ofNanos(now - since), pauses);
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

  private void pause(SQLException error, ErrorKind kind, Duration waited, RetryPauses pauses) {
    if (Thread.currentThread().isInterrupted()) {
      throw ErrorMessages.interrupted(dialect, error);
    }
    Duration limit = limit(kind);
    if (waited.compareTo(limit) >= 0) {
      throw ErrorMessages.explain(dialect, kind, error);
    }
    report(error, waited, limit);
    Duration wait = pauses.next(kind);
    log.debug("Trying again in {}: {}", wait, error.getMessage());
    try {
      policy.token().await(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorMessages.interrupted(dialect, error);
    }
    policy.token().throwIfCancelled();
  }

  private Duration limit(ErrorKind kind) {
    return switch (kind) {
      case TRANSIENT, NO_CONNECTION -> deadline;
      // There is no server that would come back to a file.
      case CONNECTION_LOST -> dialect.hasOneWriter() ? Duration.ZERO : deadline;
      case NO_ANSWER -> answered ? deadline : shorter(policy.unanswered(), deadline);
      case NOT_ACCEPTED -> answered ? deadline : Duration.ZERO;
      case DISK_FULL, READ_ONLY, DAMAGED, PROXY, PERMANENT -> Duration.ZERO;
    };
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private void report(SQLException error, Duration waited, Duration limit) {
    if (waited.compareTo(REPORT_AFTER) >= 0 && !limit.equals(reported)) {
      reported = limit;
      policy
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
