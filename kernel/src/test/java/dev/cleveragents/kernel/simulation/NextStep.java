package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.store.JobStore;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a simulated thread does next; the scheduler decides when. */
sealed interface NextStep {

  /**
   * Asks the store.
   *
   * @param what the question, for the trace
   * @param answered goes on with the answer
   * @param failed goes on without one: the store threw, or nothing came back ({@link NoAnswer})
   */
  record Call<T>(
      Supplier<String> what,
      Function<JobStore, T> request,
      Function<T, NextStep> answered,
      Function<RuntimeException, NextStep> failed)
      implements NextStep {}

  /** Waits; a strand that may be woken goes on earlier if it is. */
  record Sleep(Duration time, boolean wakeable, Supplier<NextStep> then) implements NextStep {}

  /** Nothing more. */
  record End() implements NextStep {}

  static NextStep sleep(Duration time, Supplier<NextStep> then) {
    return new Sleep(time, false, then);
  }

  static NextStep sleepUnlessWoken(Duration time, Supplier<NextStep> then) {
    return new Sleep(time, true, then);
  }

  static NextStep end() {
    return new End();
  }

  /** What a caller gets whose request or whose answer was lost: it cannot tell which. */
  final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoAnswer() {
      super("no answer", null, false, false);
    }
  }
}
