package dev.cleveragents.store;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before something is tried again: twice as long each time, with up to half taken
 * off at random, and never long where others only take their turn. One thread's own.
 */
final class RetryPauses {

  private static final Duration SHORTEST = Duration.ofNanos(500_000);
  private static final Duration LONGEST = Duration.ofMillis(500);

  /** While another process writes: it takes turns within milliseconds. */
  private static final Duration LONGEST_TURN = Duration.ofMillis(4);

  /** While a server is full: every process asks it, on every thread that has no connection. */
  private static final Duration LONGEST_QUEUE = Duration.ofSeconds(2);

  private Duration wait = SHORTEST;

  /** The pause after a try that ended with this. */
  Duration next(ErrorKind trouble) {
    long half = wait.toNanos() / 2;
    Duration longest =
        switch (trouble) {
          case PASSING -> LONGEST_TURN;
          case NO_CONNECTION -> LONGEST_QUEUE;
          default -> LONGEST;
        };
    Duration doubled = wait.multipliedBy(2);
    wait = doubled.compareTo(longest) < 0 ? doubled : longest;
    return Duration.ofNanos(half + ThreadLocalRandom.current().nextLong(half + 1));
  }
}
