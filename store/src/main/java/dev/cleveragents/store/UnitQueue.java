package dev.cleveragents.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.store.connection.StoreException;
import dev.cleveragents.store.connection.StoreException.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The units of work that wait for a lane: urgent ones first, in order otherwise. When it is full, a
 * caller blocks until its deadline. Once closed, it accepts no more units and is drained. The lock
 * guards everything.
 */
final class UnitQueue {

  private final int bound;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Condition notFull = lock.newCondition();

  @GuardedBy("lock")
  private final ArrayDeque<PendingUnit<?, ?>> first = new ArrayDeque<>();

  @GuardedBy("lock")
  private final ArrayDeque<PendingUnit<?, ?>> next = new ArrayDeque<>();

  @GuardedBy("lock")
  private boolean closed;

  UnitQueue(int bound) {
    this.bound = bound;
  }

  <I> void put(PendingUnit<I, ?> unit) {
    putAll(List.of(unit));
  }

  /**
   * Adds as many units as there is room for at once, so that they are taken together. A unit that
   * is not accepted fails alone.
   */
  <I> void putAll(List<? extends PendingUnit<I, ?>> units) {
    boolean interrupted = false;
    lock.lock();
    try {
      for (PendingUnit<I, ?> unit : units) {
        try {
          interrupted |= awaitRoom(unit.deadline);
          boolean urgent = unit.work.urgencyOf(unit.input) == BatchedWork.Urgency.FIRST;
          (urgent ? first : next).add(unit);
        } catch (StoreException e) {
          unit.fail(e);
        }
      }
      notEmpty.signal();
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Blocks until there is room; returns whether an interrupt came meanwhile. */
  @GuardedBy("lock")
  private boolean awaitRoom(long deadline) {
    boolean interrupted = false;
    while (!closed && first.size() + next.size() >= bound) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new StoreException(
            Kind.OVERLOADED,
            ("The queue of the store is full: %,d units of work wait already. Submit work"
                    + " more slowly")
                .formatted(bound),
            null);
      }
      notEmpty.signal();
      try {
        notFull.awaitNanos(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (closed) {
      throw closed();
    }
    return interrupted;
  }

  /** Removes at least one and at most this number of units; none once closed and empty. */
  List<PendingUnit<?, ?>> take(int most) throws InterruptedException {
    lock.lock();
    try {
      while (first.isEmpty() && next.isEmpty()) {
        if (closed) {
          return List.of();
        }
        notEmpty.await(1, TimeUnit.SECONDS);
      }
      List<PendingUnit<?, ?>> taken = new ArrayList<>();
      while (taken.size() < most && !(first.isEmpty() && next.isEmpty())) {
        taken.add(first.isEmpty() ? next.remove() : first.remove());
      }
      notFull.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  /** Fails all waiting units: the store is closed. */
  void failAll() {
    List<PendingUnit<?, ?>> left;
    lock.lock();
    try {
      left = new ArrayList<>(first);
      left.addAll(next);
      first.clear();
      next.clear();
    } finally {
      lock.unlock();
    }
    left.forEach(unit -> unit.fail(closed()));
  }

  private static StoreException closed() {
    return new StoreException(Kind.CLOSED, "The store is closed. Open it again", null);
  }

  /** Accepts no more units; those that wait are still processed. */
  void close() {
    lock.lock();
    try {
      closed = true;
      notEmpty.signalAll();
      notFull.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
