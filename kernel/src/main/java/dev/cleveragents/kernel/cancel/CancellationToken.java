package dev.cleveragents.kernel.cancel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells work that it should stop. This is the read side; {@link CancellationSource} is the write
 * side.
 *
 * <p>Invariant: a token is one-shot. It goes from "not cancelled" to "cancelled" at most once and
 * never back, and keeps its first cause for ever. The volatile {@code cause} is that state; it is
 * written under {@code lock}, which also guards the entries (callbacks, waiting threads, links to
 * children) and the links to parents. The lock is held for a few instructions and never together
 * with another; callbacks run outside it. All tokens of one source share one lock.
 *
 * <p>Checked by {@code CancellationModelCheck} and its neighbours (explored interleavings of small
 * programs) and by {@code CancellationStressTest} (real threads).
 */
public final class CancellationToken {

  private static final CancellationToken NONE = new CancellationToken(new Object(), List.of());

  private final Object lock;
  private volatile @Nullable CancellationCause cause;

  @GuardedBy("lock")
  private final TokenEntryList listeners = new TokenEntryList();

  @GuardedBy("lock")
  private List<ChildLink> parents;

  /** A token that its parents, once it is {@linkplain #linkToParents linked}, cancel. */
  CancellationToken(Object lock, List<CancellationToken> parents) {
    this.lock = lock;
    List<ChildLink> links = new ArrayList<>(parents.size());
    for (CancellationToken parent : parents) {
      if (parent != NONE) {
        links.add(new ChildLink(parent, this));
      }
    }
    this.parents = links;
  }

  /** A token that is never cancelled. What is registered on it is not kept. */
  public static CancellationToken none() {
    return NONE;
  }

  /** Whether it is cancelled; once true, true for ever. Costs one volatile read. */
  public boolean isCancelled() {
    return cause != null;
  }

  /** Why it was cancelled: the first cause, for ever; empty while it is not. */
  public Optional<CancellationCause> cause() {
    return Optional.ofNullable(cause);
  }

  /** Does nothing unless it is cancelled. */
  public void throwIfCancelled() {
    CancellationCause why = cause;
    if (why != null) {
      throw new CancelledException(why);
    }
  }

  /**
   * Waits until the token is cancelled, parking only the calling thread: a virtual thread holds no
   * platform thread meanwhile.
   *
   * @throws InterruptedException if the thread is interrupted and the token is not cancelled; on a
   *     cancelled token this returns at once and leaves the interrupt for others to see
   */
  public void await() throws InterruptedException {
    await(Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * Waits like {@link #await()}, at most for {@code timeout}; one of zero or less only looks.
   * Returns whether the token is cancelled.
   */
  public boolean await(Duration timeout) throws InterruptedException {
    WaitingThread waiter = new WaitingThread(this);
    if (!add(waiter)) {
      return true;
    }
    try {
      long started = System.nanoTime();
      long nanos = TimeUnit.NANOSECONDS.convert(timeout);
      long left = nanos;
      while (!isCancelled() && left > 0) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.parkNanos(this, left);
        left = nanos - (System.nanoTime() - started);
      }
      return isCancelled();
    } finally {
      waiter.unlink();
    }
  }

  /**
   * Runs {@code callback} exactly once when the token is cancelled, unless it is withdrawn before
   * it starts: on the cancelling thread, after every token linked below this one is cancelled too,
   * in order of registration; or, if the token is cancelled already, on this thread before this
   * method returns. It should be short. What it throws is logged and stops nothing.
   *
   * <p>The token refers to the callback until it has run or is withdrawn: withdraw it when the work
   * is over.
   */
  public CallbackRegistration onCancel(Consumer<CancellationCause> callback) {
    CallbackRegistration registration =
        new CallbackRegistration(this, Objects.requireNonNull(callback));
    if (!add(registration)) {
      CancellationPropagation.runLate(registration);
    }
    return registration;
  }

  /** Makes it cancelled, with nothing else done, and returns whether it was not so before. */
  boolean mark(CancellationCause why) {
    synchronized (lock) {
      if (cause != null) {
        return false;
      }
      cause = why;
      return true;
    }
  }

  /** The cause of a token that is known to be cancelled. */
  CancellationCause knownCause() {
    return Objects.requireNonNull(cause);
  }

  /** Links it below its parents; it is cancelled at once if one of them is. Called once. */
  void linkToParents() {
    for (ChildLink link : links()) {
      if (!link.token.add(link)) {
        CancellationPropagation.cancel(this, link.token.knownCause());
        return;
      }
      // A parent linked before may have cancelled it, and seen no link to this one yet.
      if (isCancelled()) {
        link.unlink();
        return;
      }
    }
  }

  /** Withdraws it from all its parents and forgets them. */
  void leaveParents() {
    List<ChildLink> left;
    synchronized (lock) {
      left = parents;
      parents = List.of();
    }
    left.forEach(ChildLink::unlink);
  }

  private List<ChildLink> links() {
    synchronized (lock) {
      return parents;
    }
  }

  /** Adds an entry; refused, with false, if the token is cancelled. */
  private boolean add(TokenEntry listener) {
    if (this == NONE) {
      return true;
    }
    synchronized (lock) {
      if (cause != null) {
        return false;
      }
      listeners.add(listener);
      return true;
    }
  }

  /** Removes an entry, unless the token is cancelled: then the canceller removes them all. */
  void remove(TokenEntry listener) {
    if (this == NONE) {
      return;
    }
    synchronized (lock) {
      if (cause == null) {
        listeners.remove(listener);
      }
    }
  }

  /** Where a walk over the entries of a cancelled token begins; null once they are removed. */
  @Nullable TokenEntry firstListener() {
    synchronized (lock) {
      return listeners.first();
    }
  }

  /** Removes all entries of a cancelled token and returns the first, threaded to the others. */
  @Nullable TokenEntry removeListeners() {
    synchronized (lock) {
      return listeners.removeAll();
    }
  }

  /** How many callbacks, waiting threads and children it refers to now. */
  int registrations() {
    synchronized (lock) {
      return listeners.size();
    }
  }
}
