package dev.cleveragents.kernel.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.event.Delivery.Ended;
import dev.cleveragents.kernel.event.Delivery.Event;
import dev.cleveragents.kernel.event.Delivery.Missed;
import dev.cleveragents.kernel.event.Delivery.Nothing;
import dev.cleveragents.kernel.log.SafeLog;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * One reader of an {@link EventBus}, from the moment it subscribed.
 *
 * <p>Invariant: {@code queue} holds, in order of position, at most {@code capacity} events, and
 * between them what was missed, neighbours merged; so it is never longer than twice the capacity
 * and one. Guarded by the lock of the bus, which is held for no longer than it takes to add or
 * remove one element and never while the filter runs.
 *
 * <p>Several threads may poll one subscription: each delivery then goes to one of them.
 *
 * @param <T> the events subscribed to
 */
public final class Subscription<T> implements AutoCloseable {

  private static final SafeLog LOG = SafeLog.of(EventBus.class);

  private final EventBus<? super T> bus;
  private final Class<T> type;
  private final Predicate<? super T> filter;
  private final int capacity;
  private final ReentrantLock lock;
  private final Condition changed;

  @GuardedBy("lock")
  private final ArrayDeque<Delivery<T>> queue = new ArrayDeque<>();

  @GuardedBy("lock")
  private int events;

  @GuardedBy("lock")
  private boolean ended;

  Subscription(
      EventBus<? super T> bus,
      Class<T> type,
      Predicate<? super T> filter,
      int capacity,
      ReentrantLock lock) {
    this.bus = bus;
    this.type = type;
    this.filter = filter;
    this.capacity = capacity;
    this.lock = lock;
    changed = lock.newCondition();
  }

  /**
   * The next delivery: what is queued at once, otherwise what comes within {@code timeout}, where
   * zero or less means not to wait. {@link Nothing} if nothing came; {@link Ended} once the
   * subscription or the bus is closed and all that was queued before has been read. Closing wakes
   * whoever waits here.
   *
   * @throws InterruptedException if the thread is interrupted before or while it waits; nothing is
   *     taken from the queue
   */
  public Delivery<T> poll(Duration timeout) throws InterruptedException {
    long left = TimeUnit.NANOSECONDS.convert(timeout);
    lock.lockInterruptibly();
    try {
      while (queue.isEmpty()) {
        if (ended) {
          return new Ended<>();
        }
        if (left <= 0) {
          return new Nothing<>();
        }
        left = changed.awaitNanos(left);
      }
      Delivery<T> next = queue.remove();
      if (next instanceof Event) {
        events--;
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the subscription: nothing more is queued, and what is queued can still be read. The bus
   * forgets it. Closing again does nothing. Never waits for a subscriber.
   */
  @Override
  public void close() {
    bus.remove(this);
  }

  /** Whether an event belongs to this subscription. Runs outside code: call it without the lock. */
  Interest interestIn(Object event) {
    if (!type.isInstance(event)) {
      return Interest.NONE;
    }
    try {
      return filter.test(type.cast(event)) ? Interest.WANTED : Interest.NONE;
    } catch (Throwable e) {
      LOG.error(e, "A subscription's filter failed; the event is reported to it as missed");
      return Interest.UNKNOWN;
    }
  }

  /** The answer of a filter. */
  enum Interest {
    NONE,
    WANTED,
    UNKNOWN
  }

  /** Adds an event, or makes it part of a gap. The bus holds the lock already. */
  void add(long position, Object event, Interest interest) {
    lock.lock();
    try {
      if (interest == Interest.WANTED && events < capacity) {
        queue.add(new Event<>(position, type.cast(event)));
        events++;
      } else if (queue.peekLast() instanceof Missed<T> gap) {
        queue.removeLast();
        queue.add(gap.and(position));
      } else {
        queue.add(new Missed<>(1, position, position));
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Nothing comes any more. The bus holds the lock already. */
  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
