package dev.cleveragents.kernel.cancel;

import org.jspecify.annotations.Nullable;

/**
 * A doubly linked list threaded through its entries, so that adding and removing any of them takes
 * constant time and leaves no reference behind. Not thread-safe: the token's lock guards it.
 */
final class Listeners {

  private @Nullable Listener first;
  private @Nullable Listener last;

  @Nullable Listener first() {
    return first;
  }

  void add(Listener added) {
    added.previous = last;
    if (last == null) {
      first = added;
    } else {
      last.next = added;
    }
    last = added;
    added.linked = true;
  }

  void remove(Listener removed) {
    if (!removed.linked) {
      return;
    }
    Listener before = removed.previous;
    Listener after = removed.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    removed.previous = null;
    removed.next = null;
    removed.linked = false;
  }

  /** Forgets all entries, which stay threaded together, and returns the first. */
  @Nullable Listener removeAll() {
    Listener all = first;
    first = null;
    last = null;
    return all;
  }

  int size() {
    int size = 0;
    for (Listener at = first; at != null; at = at.next) {
      size++;
    }
    return size;
  }
}
