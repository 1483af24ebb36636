package dev.cleveragents.kernel.event;

/**
 * What a subscriber finds at its place in the stream.
 *
 * @param <T> the events subscribed to
 */
public sealed interface Delivery<T> {

  /**
   * The next event.
   *
   * @param position its number among all events published on the bus, from 1
   * @param value the event
   */
  record Event<T>(long position, T value) implements Delivery<T> {}

  /**
   * Events of this subscription that stood here and did not fit, because the subscriber was too
   * slow; or that its filter threw on.
   *
   * @param count how many
   * @param firstPosition the position of the first of them
   * @param lastPosition the position of the last of them
   */
  record Missed<T>(long count, long firstPosition, long lastPosition) implements Delivery<T> {

    /** This gap and one more event in it. */
    Missed<T> and(long position) {
      return new Missed<>(count + 1, firstPosition, position);
    }
  }

  /** Nothing came in time; more may come. */
  record Nothing<T>() implements Delivery<T> {}

  /** Everything was read and nothing will come: the subscription or the bus is closed. */
  record Ended<T>() implements Delivery<T> {}
}
