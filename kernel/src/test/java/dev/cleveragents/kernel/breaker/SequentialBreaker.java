package dev.cleveragents.kernel.breaker;

import java.time.Duration;

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
    this.settings = settings;
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

  /** Everything a view says that is not wall time. */
  String view() {
    noticeTime();
    Duration left = until.compareTo(now) < 0 ? Duration.ZERO : until.minus(now);
    return describe(
        state,
        inARow,
        successes + "/" + failures + "/" + cancelled + "/" + refused,
        state == BreakerState.OPEN ? left.toString() : "-");
  }

  /** The same of a real view. */
  static String describe(BreakerView view) {
    return describe(
        view.state(),
        view.consecutiveFailures(),
        view.successes() + "/" + view.failures() + "/" + view.cancelled() + "/" + view.refused(),
        view.nextTrialIn().map(Duration::toString).orElse("-"));
  }

  private static String describe(BreakerState state, int inARow, String totals, String trialIn) {
    return state + " row=" + inARow + " totals=" + totals + " trial=" + trialIn;
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
