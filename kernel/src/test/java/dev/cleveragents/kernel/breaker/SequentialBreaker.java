package dev.cleveragents.kernel.breaker;

import java.time.Duration;
import java.util.Optional;

/**
 * What one circuit does when nothing overlaps, written down as plainly as possible and with nothing
 * of the real one: the specification that concurrent runs and random programs are held against.
 */
final class SequentialBreaker {

  private final BreakerSettings settings;
  private BreakerState state = BreakerState.CLOSED;
  private long stay = 1;
  private int inARow;
  private long successes;
  private long failures;
  private long cancelled;
  private long refused;
  private Duration now = Duration.ZERO;
  private Duration until = Duration.ZERO;
  private Duration openFor = Duration.ZERO;

  SequentialBreaker(BreakerSettings settings) {
    this(settings, 0);
  }

  /** A breaker that has counted this many successes and nothing else. */
  SequentialBreaker(BreakerSettings settings, long successes) {
    this.settings = settings;
    this.successes = successes;
  }

  void advance(Duration by) {
    now = now.plus(by);
  }

  boolean isOpen() {
    return state != BreakerState.CLOSED;
  }

  /** The stay that issued the permit, or zero where it is refused. */
  long tryAcquire() {
    noticeTime();
    if (state == BreakerState.CLOSED) {
      return stay;
    }
    if (state == BreakerState.OPEN && now.compareTo(until) >= 0) {
      enter(BreakerState.HALF_OPEN);
      until = now.plus(settings.trialDeadline());
      return stay;
    }
    refused++;
    return 0;
  }

  long refused() {
    return refused;
  }

  void recordSuccess() {
    noticeTime();
    successes++;
    close();
  }

  void recordFailure() {
    noticeTime();
    failures++;
    countFailure();
  }

  void success(long permit) {
    noticeTime();
    successes++;
    if (permit == stay) {
      close();
    }
  }

  void failure(long permit) {
    noticeTime();
    failures++;
    if (permit == stay && state == BreakerState.HALF_OPEN) {
      openAgain(now);
    } else if (permit == stay) {
      countFailure();
    }
  }

  void cancel(long permit) {
    noticeTime();
    cancelled++;
    if (permit == stay && state == BreakerState.HALF_OPEN) {
      enter(BreakerState.OPEN);
      until = now;
    }
  }

  void reset() {
    noticeTime();
    enter(BreakerState.CLOSED);
    inARow = 0;
  }

  /** Everything of a view that belongs to one instant, except wall time. */
  record Seen(
      BreakerState state,
      int inARow,
      long successes,
      long failures,
      long cancelled,
      Optional<Duration> nextTrialIn) {

    static Seen of(BreakerView view) {
      return new Seen(
          view.state(),
          view.consecutiveFailures(),
          view.successes(),
          view.failures(),
          view.cancelled(),
          view.nextTrialIn());
    }
  }

  Seen view() {
    noticeTime();
    Duration left = until.compareTo(now) < 0 ? Duration.ZERO : until.minus(now);
    return new Seen(
        state,
        inARow,
        successes,
        failures,
        cancelled,
        state == BreakerState.OPEN ? Optional.of(left) : Optional.empty());
  }

  private void noticeTime() {
    if (state == BreakerState.HALF_OPEN && now.compareTo(until) >= 0) {
      openAgain(until);
    }
  }

  private void countFailure() {
    if (state == BreakerState.CLOSED && ++inARow == settings.failureThreshold()) {
      enter(BreakerState.OPEN);
      openFor = settings.openFor();
      until = now.plus(openFor);
    }
  }

  private void openAgain(Duration at) {
    enter(BreakerState.OPEN);
    Duration doubled = openFor.plus(openFor);
    openFor = doubled.compareTo(settings.maxOpenFor()) > 0 ? settings.maxOpenFor() : doubled;
    until = at.plus(openFor);
  }

  private void close() {
    inARow = 0;
    if (state != BreakerState.CLOSED) {
      enter(BreakerState.CLOSED);
    }
  }

  private void enter(BreakerState next) {
    state = next;
    stay++;
  }
}
