package dev.cleveragents.kernel.time;

import java.time.Duration;

/**
 * Runs short actions later, on its own monotonic clock. An action must not block: it typically
 * cancels a token or wakes a thread. One that throws harms no other.
 */
public interface Timer {

  /**
   * Runs {@code action} once, {@code delay} from now; a delay of zero or less means as soon as
   * possible, still on the timer's own thread.
   *
   * @throws IllegalStateException if the timer is closed: an alarm that would never ring is refused
   */
  Alarm schedule(Duration delay, Runnable action);

  /** One scheduled action. */
  interface Alarm extends AutoCloseable {

    /**
     * Takes the action back and leaves no reference to it behind. Returns whether that came in
     * time; if not, the action has run or is running. Never waits.
     */
    boolean cancel();

    @Override
    default void close() {
      cancel();
    }
  }
}
