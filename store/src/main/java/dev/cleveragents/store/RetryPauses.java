package dev.cleveragents.store;

import dev.cleveragents.store.connection.ErrorKind;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The pauses between retries: exponential backoff with up to half taken off at random. The longest
 * pause is short while other writers only take turns. Confined to one thread.
 */
final class RetryPauses {

  private static final Duration SHORTEST = Duration.ofNanos(500_000);
  private static final Duration LONGEST = Duration.ofMillis(500);

  /** While another process writes: writers take turns within milliseconds. */
  private static final Duration LONGEST_TURN = Duration.ofMillis(4);

  /** While the server has no connection left: every thread without one asks it. */
  private static final Duration LONGEST_QUEUE = Duration.ofSeconds(2);

  private Duration wait = SHORTEST;

  /** The pause after an attempt that failed with this kind of error. */
  Duration next(ErrorKind trouble) {
    long half = wait.toNanos() / 2;
    Duration longest =
        switch (trouble) {
          case TRANSIENT -> LONGEST_TURN;
          case NO_CONNECTION -> LONGEST_QUEUE;
          default -> LONGEST;
        };
    Duration doubled = wait.multipliedBy(2);
    wait = doubled.compareTo(longest) < 0 ? doubled : longest;
    return Duration.ofNanos(half + ThreadLocalRandom.current().nextLong(half + 1));
  }
}
