package dev.cleveragents.kernel.cancel;

import org.jspecify.annotations.Nullable;

/**
 * A doubly linked list threaded through its entries, so that adding and removing any of them takes
 * constant time and leaves no reference behind. Not thread-safe: the token's lock guards it.
 */
final class TokenEntryList {

  private @Nullable TokenEntry first;
  private @Nullable TokenEntry last;

  @Nullable TokenEntry first() {
    return first;
  }

  void add(TokenEntry added) {
    added.previous = last;
    if (last == null) {
      first = added;
    } else {
      last.next = added;
    }
    last = added;
    added.linked = true;
  }

  void remove(TokenEntry removed) {
    if (!removed.linked) {
      return;
    }
    TokenEntry before = removed.previous;
    TokenEntry after = removed.next;
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
  @Nullable TokenEntry removeAll() {
    TokenEntry all = first;
    first = null;
    last = null;
    return all;
  }

  int size() {
    int size = 0;
    for (TokenEntry at = first; at != null; at = at.next) {
      size++;
    }
    return size;
  }
}
