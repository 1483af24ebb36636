package dev.cleveragents.kernel.cancel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * One thread's way down from a cancelled token through all tokens linked below it.
 *
 * <pre>
 *   1. mark       every token below says "cancelled"          no outside code runs
 *   2. release    entries taken off, links to other parents
 *                 withdrawn, waiting threads woken
 *   3. call back  callbacks, in order of registration
 * </pre>
 *
 * <p>Invariant: before step 2 every token below the start is marked, by this or another thread, so
 * no callback and no woken thread meets a descendant that is still "not cancelled". For that, step
 * 1 also goes through tokens that another thread has marked but may not have gone below yet. The
 * thread that marked a token, and no other, does its steps 2 and 3. A token's entries do not change
 * between its mark and its step 2, and step 2 unthreads them from the front: a walk by another
 * thread that therefore ends early has nothing left to mark.
 *
 * <p>All steps are loops, not recursion, and hold at most one lock at a time. Confined to one
 * thread.
 */
final class CancellationPropagation {

  private final Deque<CancellationToken> unvisited = new ArrayDeque<>();
  private final Set<CancellationToken> markedByOthers =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<CancellationToken> marked = new ArrayList<>();
  private final List<CallbackRegistration> callbacks = new ArrayList<>();

  private CancellationPropagation(CancellationToken start) {
    unvisited.add(start);
  }

  /** Cancels {@code token} and all below. */
  static void cancel(CancellationToken token, CancellationCause cause) {
    finish(token, token.mark(cause));
  }

  /** Finishes the cancellation after {@code token} was marked, by this thread if {@code mine}. */
  static void finish(CancellationToken token, boolean mine) {
    CancellationPropagation propagation = new CancellationPropagation(token);
    if (mine) {
      propagation.marked.add(token);
    }
    propagation.run();
  }

  /** Runs a callback that came after its token was marked. */
  static void runLate(CallbackRegistration registration) {
    CancellationPropagation propagation = new CancellationPropagation(registration.token);
    propagation.callbacks.add(registration);
    propagation.run();
  }

  private void run() {
    markAllBelow();
    release();
    callBack();
  }

  private void markAllBelow() {
    for (CancellationToken at = unvisited.poll(); at != null; at = unvisited.poll()) {
      CancellationCause cause = at.knownCause();
      for (TokenEntry listener = at.firstListener(); listener != null; listener = listener.next) {
        if (listener instanceof ChildLink link) {
          mark(link.child, cause);
        }
      }
    }
  }

  private void mark(CancellationToken child, CancellationCause cause) {
    if (child.mark(cause)) {
      marked.add(child);
      unvisited.add(child);
    } else if (markedByOthers.add(child)) {
      unvisited.add(child);
    }
  }

  private void release() {
    for (CancellationToken token : marked) {
      token.leaveParents();
      TokenEntry next;
      for (TokenEntry at = token.removeListeners(); at != null; at = next) {
        next = at.next;
        at.next = null;
        at.previous = null;
        switch (at) {
          case WaitingThread waiter -> waiter.wake();
          case CallbackRegistration registration -> callbacks.add(registration);
          case ChildLink link -> {}
        }
      }
    }
  }

  private void callBack() {
    for (CallbackRegistration registration : callbacks) {
      registration.fire(registration.token.knownCause());
    }
  }
}
