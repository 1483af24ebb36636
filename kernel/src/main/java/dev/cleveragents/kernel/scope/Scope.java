package dev.cleveragents.kernel.scope;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.cancel.CancelResult;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Lease;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A unit of work and all the threads in it; the only way to start a thread. A scope has a token,
 * linked to its parent's; its threads see it as {@link #current}, with the job and lease it works
 * for. Closing it cancels the token and waits, so that no thread outlives its scope unnoticed.
 *
 * <p>A failing thread does not affect the others. The caller that forked it gets the failure by
 * joining; a failure that was never fetched is logged when the scope is closed. The lock guards the
 * threads and the closed flag and is never held while a body, a callback or a thread's start runs.
 */
public final class Scope implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Scope.class);
  private static final ScopedValue<Scope> CURRENT = ScopedValue.newInstance();

  /** How long {@link #close} waits for threads to end, once cancelled and once interrupted. */
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

  /** The job a scope works for and the lease it writes in the name of. */
  public record Work(AsyncJob job, Lease lease) {}

  private final String name;
  private final ThreadFactories threads;
  private final CancellationSource source;
  private final @Nullable Work work;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition childEnded = lock.newCondition();
  private final FailedForks failedForks;

  @GuardedBy("lock")
  private final Map<Fork<?>, Thread> children = new LinkedHashMap<>();

  @GuardedBy("lock")
  private boolean closed;

  private Scope(
      String name, ThreadFactories threads, CancellationToken parent, @Nullable Work work) {
    this.name = name;
    this.threads = threads;
    this.source = CancellationSource.linkedTo(parent);
    this.work = work;
    this.failedForks = new FailedForks(name);
  }

  /** Opens a scope for the job of the enclosing scope, if there is one. */
  public static Scope open(String name, ThreadFactories threads, CancellationToken parent) {
    return new Scope(name, threads, parent, CURRENT.isBound() ? CURRENT.get().work : null);
  }

  /** Opens a scope that works for this job. */
  public static Scope openFor(Work work, ThreadFactories threads, CancellationToken parent) {
    return new Scope(work.job().type(), threads, parent, work);
  }

  /**
   * The scope this code runs in.
   *
   * @throws IllegalStateException if it runs in none
   */
  public static Scope current() {
    return ifCurrent()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "This needs a scope around it: run it in Scope.call or in a fork"));
  }

  /** The scope this code runs in, if any. */
  public static Optional<Scope> ifCurrent() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Fires when the scope is cancelled or closed, or its parent is cancelled. */
  public CancellationToken token() {
    return source.token();
  }

  /** The job and lease this scope works for, if any. */
  public Optional<Work> work() {
    return Optional.ofNullable(work);
  }

  /** Asks everything in this scope to end. */
  public CancelResult cancel(CancellationCause cause) {
    return source.cancel(cause);
  }

  /** Runs {@code body} on this thread with this scope as the current one. */
  public <T extends @Nullable Object> T call(Callable<T> body) throws Exception {
    return ScopedValue.where(CURRENT, this).call(body::call);
  }

  /**
   * Runs {@code body} in a virtual thread of this scope, with this scope as the current one. A
   * scope that is cancelled but not closed still forks; the body finds its token cancelled. If no
   * thread can be started, what the thread factory or the system threw is thrown on, and nothing of
   * the fork is left.
   *
   * @throws IllegalStateException if the scope is closed
   */
  public <T extends @Nullable Object> Fork<T> fork(String name, Callable<T> body) {
    return start(threads.virtual(), name, body);
  }

  /** As {@link #fork}, in a platform thread: for native calls, beats and timers. */
  public <T extends @Nullable Object> Fork<T> forkPlatform(String name, Callable<T> body) {
    return start(threads.platform(), name, body);
  }

  /**
   * Waits until every thread of this scope but the calling one has ended, at most {@code atMost};
   * returns whether all have.
   */
  public boolean join(Duration atMost) throws InterruptedException {
    long left = TimeUnit.NANOSECONDS.convert(atMost);
    lock.lock();
    try {
      while (hasOtherChildren() && left > 0) {
        left = childEnded.awaitNanos(left);
      }
      return !hasOtherChildren();
    } finally {
      lock.unlock();
    }
  }

  /** Closes with a wait of ten seconds; see {@link #closeWithin}. */
  @Override
  public void close() {
    closeWithin(CLOSE_WITHIN);
  }

  /**
   * Cancels the scope, waits for its threads, then interrupts them and waits once more, each time
   * at most {@code atMost}. Never waits for the calling thread itself, and never longer than that:
   * what still runs then is logged and returned by name. An interrupt of the caller skips to
   * interrupting the threads. A second close waits again for what is left. A failure that no {@link
   * Fork#join} has thrown on by then is logged, once; not so an interrupt or a {@link
   * CancelledException} of a thread that ended after the scope was cancelled.
   */
  public List<String> closeWithin(Duration atMost) {
    boolean alone;
    lock.lock();
    try {
      closed = true;
      alone = children.isEmpty();
    } finally {
      lock.unlock();
    }
    source.close();
    if (alone) {
      failedForks.close();
      return List.of();
    }
    boolean undisturbed = joinQuietly(atMost);
    interruptAll();
    undisturbed &= joinQuietly(atMost);
    if (!undisturbed) {
      Thread.currentThread().interrupt();
    }
    failedForks.close();
    List<String> left = names();
    if (!left.isEmpty()) {
      log.warn("Scope '{}' was closed while these threads were still running: {}", name, left);
    }
    return left;
  }

  private <T extends @Nullable Object> Fork<T> start(
      ThreadFactory factory, String name, Callable<T> body) {
    Fork<T> fork = new Fork<>(name, () -> call(body));
    Thread thread =
        factory.newThread(
            () -> {
              try {
                fork.run();
                noteFailure(fork);
              } finally {
                ended(fork);
              }
            });
    thread.setName(this.name + "/" + name);
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException(
            "Scope '%s' is closed, so '%s' was not started. Fork before closing, or in a new scope"
                .formatted(this.name, name));
      }
      children.put(fork, thread);
    } finally {
      lock.unlock();
    }
    boolean started = false;
    try {
      thread.start();
      started = true;
    } finally {
      if (!started) {
        ended(fork);
      }
    }
    return fork;
  }

  private void noteFailure(Fork<?> fork) {
    fork.unfetchedFailure()
        .filter(failure -> !(token().isCancelled() && isObedience(failure)))
        .ifPresent(failure -> failedForks.add(fork));
  }

  private static boolean isObedience(Throwable failure) {
    return failure instanceof InterruptedException || failure instanceof CancelledException;
  }

  private void ended(Fork<?> fork) {
    lock.lock();
    try {
      children.remove(fork);
      childEnded.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock")
  private boolean hasOtherChildren() {
    Thread self = Thread.currentThread();
    return children.values().stream().anyMatch(thread -> !thread.equals(self));
  }

  private boolean joinQuietly(Duration atMost) {
    try {
      join(atMost);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void interruptAll() {
    List<Thread> running;
    lock.lock();
    try {
      running = List.copyOf(children.values());
    } finally {
      lock.unlock();
    }
    running.stream()
        .filter(thread -> !thread.equals(Thread.currentThread()))
        .forEach(Thread::interrupt);
  }

  private List<String> names() {
    lock.lock();
    try {
      return children.keySet().stream().map(Fork::name).toList();
    } finally {
      lock.unlock();
    }
  }
}
