package dev.cleveragents.kernel.cancel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.cleveragents.kernel.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The write side of cancellation: hands out a {@link CancellationToken} and cancels it, and puts a
 * new one in its place on {@link #reset}. Each token of a source is one <em>generation</em>; the
 * first has number 1.
 *
 * <p>Invariant: every generation but the current one is cancelled, and none is ever un-cancelled,
 * so no caller keeps a token that can never be cancelled. {@code lock} guards the current
 * generation and is the lock of its token as well: cancelling the old token and putting the new one
 * in place are one step for every caller. Callbacks run outside it.
 *
 * <p>When {@link #cancel}, {@link #reset} or {@link #close} returns, every token linked below the
 * one it cancelled is cancelled too.
 */
public final class CancellationSource implements AutoCloseable {

  private static final CancellationCause SUPERSEDED = CancellationCause.superseded();
  private static final CancellationCause CLOSED =
      CancellationCause.closed("the source of this token was closed");

  private final Object lock = new Object();
  private final List<CancellationToken> parents;
  private final Timer.@Nullable Alarm alarm;

  @GuardedBy("lock")
  private CancellationToken current;

  @GuardedBy("lock")
  private long generation = 1;

  @GuardedBy("lock")
  private boolean closed;

  /** A source that nothing but itself cancels. */
  public CancellationSource() {
    this(List.of(), null);
  }

  private CancellationSource(List<CancellationToken> parents, Timer.@Nullable Alarm alarm) {
    this.parents = parents;
    this.alarm = alarm;
    this.current = newToken();
  }

  /**
   * A source whose tokens are also cancelled when any of {@code parents} is, with the very cause of
   * that parent; cancelling them never reaches a parent. Close it when the work is over: until it
   * is cancelled or closed, each parent refers to it.
   */
  public static CancellationSource linkedTo(CancellationToken... parents) {
    return new CancellationSource(List.of(parents), null);
  }

  /**
   * A source linked to {@code parents} that is also cancelled with kind {@code DEADLINE} when
   * {@code after} has passed. The deadline is the source's: {@link #reset} does not prolong it, and
   * once it has passed every further token is born cancelled. Close the source to take the alarm
   * off the timer.
   *
   * @throws IllegalStateException if the timer is closed
   */
  public static CancellationSource withDeadline(
      Timer timer, Duration after, CancellationToken... parents) {
    // A parent like any other, cancelled by the timer: that is what makes it outlast a reset.
    CancellationToken deadline = new CancellationToken(new Object(), List.of());
    List<CancellationToken> all = new ArrayList<>(List.of(parents));
    all.add(deadline);
    CancellationCause late = CancellationCause.deadline(after);
    Timer.Alarm alarm = timer.schedule(after, () -> CancellationPropagation.cancel(deadline, late));
    return new CancellationSource(List.copyOf(all), alarm);
  }

  /** The current generation's token. */
  public CancellationToken token() {
    synchronized (lock) {
      return current;
    }
  }

  /** The current generation's number. */
  public long generation() {
    synchronized (lock) {
      return generation;
    }
  }

  /**
   * Cancels the current token and all linked below it, and runs their callbacks on this thread.
   * Nothing a callback throws comes out of here.
   */
  public CancelResult cancel(CancellationCause cause) {
    CancellationToken hit;
    CancelResult result;
    synchronized (lock) {
      hit = current;
      result = new CancelResult(generation, hit.mark(cause));
    }
    CancellationPropagation.finish(hit, result.first());
    return result;
  }

  /**
   * Puts a new generation's token in place and returns it, from any thread at any time. The old
   * token is never un-cancelled; if it was not cancelled it is now, as {@code SUPERSEDED}. The new
   * one is linked to the same parents: if one of them is cancelled, it is born cancelled. On a
   * closed source nothing is put in place and the token returned is cancelled as {@code CLOSED}.
   */
  public CancellationToken reset() {
    CancellationToken next = newToken();
    CancellationToken old;
    boolean mine;
    synchronized (lock) {
      if (closed) {
        old = next;
        next = new CancellationToken(lock, List.of());
        next.mark(CLOSED);
      } else {
        old = current;
        current = next;
        generation++;
      }
      mine = old.mark(SUPERSEDED);
    }
    CancellationPropagation.finish(old, mine);
    return next;
  }

  /**
   * Ends the source: cancels the current token as {@code CLOSED} unless it is cancelled already,
   * and leaves nothing behind on the parents and on the timer. A second call does nothing.
   */
  @Override
  public void close() {
    CancellationToken last;
    boolean mine;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      last = current;
      mine = last.mark(CLOSED);
    }
    if (alarm != null) {
      alarm.cancel();
    }
    CancellationPropagation.finish(last, mine);
  }

  private CancellationToken newToken() {
    CancellationToken token = new CancellationToken(lock, parents);
    token.linkToParents();
    return token;
  }
}
