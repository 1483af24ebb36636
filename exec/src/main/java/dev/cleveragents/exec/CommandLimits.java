package dev.cleveragents.exec;

import java.time.Duration;

/**
 * The limits of a command.
 *
 * @param deadline how long it may run; then it is ended
 * @param grace how long its processes have to end by themselves once asked to, before they are
 *     killed
 * @param keptBytes how much of each of its two streams is kept, at most: the first half and the
 *     last half
 */
public record CommandLimits(Duration deadline, Duration grace, int keptBytes) {

  /** Ten minutes, half a second, 256 KiB. */
  public static final CommandLimits DEFAULT =
      new CommandLimits(Duration.ofMinutes(10), Duration.ofMillis(500), 256 * 1024);

  public CommandLimits {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "A command needs a deadline above zero, this is %s; give it the time it needs"
              .formatted(deadline));
    }
    if (grace.isNegative()) {
      throw new IllegalArgumentException(
          "The grace cannot be negative, this is %s; zero kills at once".formatted(grace));
    }
    if (keptBytes < 0) {
      throw new IllegalArgumentException(
          "The bytes to keep cannot be negative, this is %d; zero keeps none".formatted(keptBytes));
    }
  }
}
