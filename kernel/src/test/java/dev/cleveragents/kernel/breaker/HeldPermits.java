package dev.cleveragents.kernel.breaker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/** The permits that each thread of a model check holds; no thread touches another's. */
final class HeldPermits<P> {

  /** More than there are threads, since the parts before and after may count on. */
  private static final int PLACES = 8;

  private final List<Deque<P>> places = new ArrayList<>();

  HeldPermits() {
    for (int i = 0; i < PLACES; i++) {
      places.add(new ArrayDeque<>());
    }
  }

  /** Gives every thread one. */
  void fill(Supplier<P> permits) {
    places.forEach(place -> place.add(permits.get()));
  }

  boolean add(int thread, P permit) {
    return places.get(thread).add(permit);
  }

  boolean isEmpty(int thread) {
    return places.get(thread).isEmpty();
  }

  P newest(int thread) {
    return places.get(thread).removeLast();
  }

  P oldest(int thread) {
    return places.get(thread).removeFirst();
  }
}
