package dev.cleveragents.kernel.breaker;

import dev.cleveragents.kernel.log.SafeLog;
import dev.cleveragents.kernel.time.TimeSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The circuit of one name.
 *
 * <pre>
 *   state ──▶ CountingState(…, word)     the word counts, by compare-and-set, until it is over
 *               │ over: tripped, reset or full
 *               ▼
 *             its follower               put in place by the first thread to see this
 *
 *   state ──▶ FailureFreeState(…, cells) after a word full of successes: they are counted apart
 *               │ anything but a success: all cells are closed
 *               ▼
 *             CountingState(…)           put in place by the first thread to see this
 *
 *   state ──▶ OpenState | HalfOpenState  immutable, replaced as a whole by compare-and-set
 * </pre>
 *
 * <p>Invariant: {@link CountingState} and {@link FailureFreeState} are left only when their word is
 * over or their cells are closed, and nothing is counted there any more. So counting takes effect
 * at once and for good, while its place is the current one; and what ends a place takes effect when
 * the follower is put there, which the call that caused it awaits by doing it. The time that a
 * transition uses is read while the state it starts from is current. Together: every call takes
 * effect at one instant, state and totals as one. Guarded by the compare-and-set on {@code state},
 * on the word and on the cells. Events go out after these, by the thread whose compare-and-set it
 * was. {@code refused} is counted beside all this.
 */
final class Circuit {

  /** No stay has this incarnation. */
  static final long NO_PERMIT = 0;

  private static final SafeLog LOG = SafeLog.of(CircuitBreaker.class);

  private final String name;
  private final BreakerSettings settings;
  private final TimeSource time;
  private final Consumer<BreakerChange> listener;
  private final AtomicReference<CircuitState> state;
  private final LongAdder refused = new LongAdder();

  Circuit(
      String name,
      BreakerSettings settings,
      TimeSource time,
      Consumer<BreakerChange> listener,
      CircuitState first) {
    this.name = name;
    this.settings = settings;
    this.time = time;
    this.listener = listener;
    state = new AtomicReference<>(first);
  }

  String name() {
    return name;
  }

  boolean isOpen() {
    return state.get() instanceof BlockedState;
  }

  /** The outcome of a permit issued by the stay with this incarnation, or of {@link #NO_PERMIT}. */
  void record(long permit, CallOutcome outcome) {
    boolean done = false;
    while (!done) {
      done =
          switch (state.get()) {
            case FailureFreeState failureFree ->
                succeeded(failureFree, outcome) || leaveFailureFree(failureFree);
            case CountingState counting -> count(counting, permit, outcome);
            case BlockedState blocked -> {
              ClockReading now = ClockReading.read(time);
              BlockedState settled = blocked.settled(now.nanos(), settings);
              yield replace(blocked, settled, settled.ended(permit, outcome, now, settings));
            }
          };
    }
  }

  void reset() {
    boolean done = false;
    while (!done) {
      done =
          switch (state.get()) {
            case FailureFreeState failureFree -> leaveFailureFree(failureFree);
            case CountingState counting -> {
              long word = counting.word();
              yield advance(counting, word, OutcomeWord.reset(word));
            }
            case BlockedState blocked -> {
              ClockReading now = ClockReading.read(time);
              BlockedState settled = blocked.settled(now.nanos(), settings);
              yield replace(blocked, settled, settled.closed(now, settled.totals()));
            }
          };
    }
  }

  Admission tryAcquire() {
    while (true) {
      switch (state.get()) {
        case ClosedState closed -> {
          return new Permit(this, closed);
        }
        case BlockedState blocked -> {
          ClockReading now = ClockReading.read(time);
          BlockedState settled = blocked.settled(now.nanos(), settings);
          BlockedState next = settled.asked(now);
          if (replace(blocked, settled, next)) {
            boolean trial = next.incarnation() != settled.incarnation();
            return trial ? new Permit(this, next) : refuse(next, now.nanos());
          }
        }
      }
    }
  }

  BreakerView view() {
    while (true) {
      switch (state.get()) {
        case FailureFreeState failureFree -> {
          return BreakerView.of(name, failureFree, failureFree.totals(), 0, refused.sum());
        }
        case CountingState counting -> {
          long word = counting.word();
          if (!OutcomeWord.isOver(word)) {
            int inARow = OutcomeWord.failuresInARow(word);
            return BreakerView.of(name, counting, counting.totals(word), inARow, refused.sum());
          }
          follow(counting, word);
        }
        case BlockedState blocked -> {
          long now = time.nanos();
          if (isCurrent(blocked)) {
            BlockedState settled = blocked.settled(now, settings);
            return BreakerView.of(name, settled, settings, refused.sum(), now);
          }
        }
      }
    }
  }

  private static boolean succeeded(FailureFreeState failureFree, CallOutcome outcome) {
    return outcome == CallOutcome.SUCCESS
        && failureFree.succeeded(Thread.currentThread().threadId());
  }

  /** Ends a failure-free state, so that the outcome can be counted after it: never done yet. */
  private boolean leaveFailureFree(FailureFreeState failureFree) {
    state.compareAndSet(failureFree, failureFree.ended());
    return false;
  }

  private boolean count(CountingState counting, long permit, CallOutcome outcome) {
    long word = counting.word();
    boolean moves = permit == NO_PERMIT || permit == counting.incarnation();
    return advance(
        counting,
        word,
        moves
            ? OutcomeWord.counted(word, outcome, settings.failureThreshold())
            : OutcomeWord.added(word, outcome));
  }

  /** Takes a closed circuit from one word to the next, unless the first is over or was replaced. */
  private boolean advance(CountingState counting, long word, long next) {
    if (OutcomeWord.isOver(word)) {
      follow(counting, word);
      return false;
    }
    if (!counting.replace(word, next)) {
      return false;
    }
    if (OutcomeWord.isOver(next)) {
      follow(counting, next);
    }
    return true;
  }

  /** Puts the follower of a word that is over in place, unless another thread has. */
  private void follow(CountingState counting, long finalWord) {
    CircuitState next = counting.follower(finalWord, ClockReading.read(time), settings);
    if (state.compareAndSet(counting, next)) {
      publish(counting, next);
    }
  }

  /**
   * Takes a blocked circuit to its state by the passing of time, and from there to the next state.
   */
  private boolean replace(BlockedState before, BlockedState settled, CircuitState next) {
    boolean replaced = next.equals(before) ? isCurrent(before) : state.compareAndSet(before, next);
    if (replaced) {
      publish(before, settled);
      publish(settled, next);
    }
    return replaced;
  }

  /** Incarnation and totals only grow, so an equal value was not replaced in between. */
  private boolean isCurrent(BlockedState seen) {
    return seen.equals(state.get());
  }

  private Refusal refuse(BlockedState blocked, long now) {
    refused.increment();
    return new Refusal(name, blocked.kind(), blocked.decided(settings).from(now));
  }

  private void publish(CircuitState from, CircuitState to) {
    if (from.kind() == to.kind()) {
      return;
    }
    try {
      listener.accept(BreakerChange.of(name, from, to, settings));
    } catch (Throwable e) {
      LOG.error(
          e, "A listener failed on the change of circuit '{}'; the change remains in effect", name);
    }
  }
}
