package dev.cleveragents.kernel.simulation;

import dev.cleveragents.kernel.job.store.JobStore;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** What a strand does next; the scheduler decides when it goes on from there. */
sealed interface Next {

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
      Function<T, Next> answered,
      Function<RuntimeException, Next> failed)
      implements Next {}

  /** Waits; a strand that may be woken goes on earlier if it is. */
  record Sleep(Duration time, boolean wakeable, Supplier<Next> then) implements Next {}

  /** Nothing more. */
  record End() implements Next {}

  static Next sleep(Duration time, Supplier<Next> then) {
    return new Sleep(time, false, then);
  }

  static Next sleepUnlessWoken(Duration time, Supplier<Next> then) {
    return new Sleep(time, true, then);
  }

  static Next end() {
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
