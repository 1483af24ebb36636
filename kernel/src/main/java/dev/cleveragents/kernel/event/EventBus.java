package dev.cleveragents.kernel.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.event.Subscription.Interest;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A stream of events with any number of publishers and subscribers.
 *
 * <pre>
 *   publish ─▶ ask the filters ─▶ ┌ lock ────────────────────────────┐ ─▶ position
 *                 ▲               │ next position; into every queue  │
 *                 └── subscribers ┤ that wants it and has room,      │
 *                     changed     │ otherwise into its gap           │
 *                                 └──────────────────────────────────┘
 * </pre>
 *
 * <p>Invariant: positions are given out without a gap, from 1, and an event enters all queues in
 * the same locked step that numbers it; so all subscribers see one order, and each sees everything
 * published after it subscribed, as an event or as part of a gap. Guarded by {@code lock}; no code
 * from outside runs under it, and it is never held while somebody waits.
 *
 * <p>A subscription that is not read keeps its bounded queue until it or the bus is closed.
 *
 * @param <E> the events
 */
public final class EventBus<E> implements AutoCloseable {

  private final ReentrantLock lock = new ReentrantLock();

  /** Replaced as a whole, so that {@link #publish} sees whether it changed. */
  @GuardedBy("lock")
  private List<Subscription<? extends E>> subscriptions = List.of();

  @GuardedBy("lock")
  private long lastPosition;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * Gives the event to every subscription that wants it and returns its position: one more than
   * that of the event published before. Never waits for a subscriber. Filters run on this thread.
   *
   * @throws IllegalStateException if the bus is closed; nobody was given the event
   */
  public long publish(E event) {
    while (true) {
      List<Subscription<? extends E>> asked = current();
      Interest[] interests =
          asked.stream().map(each -> each.interestIn(event)).toArray(Interest[]::new);
      lock.lock();
      try {
        checkOpen("the event was given to nobody; close the bus after its last publisher");
        if (!asked.equals(subscriptions)) {
          continue;
        }
        lastPosition++;
        for (int i = 0; i < interests.length; i++) {
          if (interests[i] != Interest.NONE) {
            asked.get(i).add(lastPosition, event, interests[i]);
          }
        }
        return lastPosition;
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Subscribes to every event of a type published from now on.
   *
   * @param capacity how many unread events are kept before the next ones count as missed
   * @throws IllegalArgumentException if the capacity is below 1
   * @throws IllegalStateException if the bus is closed
   */
  public <T extends E> Subscription<T> subscribe(Class<T> type, int capacity) {
    return subscribe(type, event -> true, capacity);
  }

  /**
   * Subscribes to the events of a type that pass a filter, published from now on. The filter runs
   * on the publishers' threads, without any lock, and possibly more than once for an event: it must
   * be quick and change nothing. An event on which it throws is reported as missed.
   *
   * @param capacity how many unread events are kept before the next ones count as missed
   * @throws IllegalArgumentException if the capacity is below 1
   * @throws IllegalStateException if the bus is closed
   */
  public <T extends E> Subscription<T> subscribe(
      Class<T> type, Predicate<? super T> filter, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "The capacity of a subscription is %d; give room for 1 event at least"
              .formatted(capacity));
    }
    lock.lock();
    try {
      checkOpen("nothing would come; subscribe before it is closed");
      Subscription<T> subscription = new Subscription<>(this, type, filter, capacity, lock);
      subscriptions = Stream.concat(subscriptions.stream(), Stream.of(subscription)).toList();
      return subscription;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends every subscription; what is queued can still be read. Publishing and subscribing are
   * refused from now on. Closing again does nothing.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      subscriptions.forEach(Subscription::end);
      subscriptions = List.of();
    } finally {
      lock.unlock();
    }
  }

  void remove(Subscription<? extends E> subscription) {
    lock.lock();
    try {
      subscription.end();
      subscriptions = subscriptions.stream().filter(each -> each != subscription).toList();
    } finally {
      lock.unlock();
    }
  }

  private List<Subscription<? extends E>> current() {
    lock.lock();
    try {
      return subscriptions;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private void checkOpen(String consequence) {
    if (closed) {
      throw new IllegalStateException("The event bus is closed: " + consequence);
    }
  }
}
