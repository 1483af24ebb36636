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
 *   state ──▶ Closed(…, word)            the word counts, by compare-and-set, until it is over
 *               │ over: tripped, reset or full
 *               ▼
 *             its follower               put in place by whoever sees this first
 *
 *   state ──▶ Open | HalfOpen(…, totals) immutable, replaced as a whole by compare-and-set
 * </pre>
 *
 * <p>Invariant: a closed stay is left only when its word is over, and nothing is counted in a word
 * that is over. So counting in a word takes effect at once and for good, while it is the current
 * one; and a trip or a reset takes effect when the follower is put in place, which the call that
 * caused it awaits by doing it. The time that a transition uses is read while the state it starts
 * from stands. Together: every call takes effect at one instant, state and totals as one. Guarded
 * by the compare-and-set on {@code state} and on {@link Closed}'s word. Events go out after these,
 * by the thread whose compare-and-set it was. {@code refused} is counted beside all this.
 */
final class Circuit {

  /** No stay has this incarnation. */
  static final long NO_PERMIT = 0;

  private static final SafeLog LOG = SafeLog.of(CircuitBreaker.class);

  private final String name;
  private final BreakerSettings settings;
  private final TimeSource time;
  private final Consumer<BreakerChange> listener;
  private final AtomicReference<State> state;
  private final LongAdder refused = new LongAdder();

  /** A circuit that has been closed since {@code since}. */
  Circuit(
      String name,
      BreakerSettings settings,
      TimeSource time,
      Consumer<BreakerChange> listener,
      Moment since) {
    this.name = name;
    this.settings = settings;
    this.time = time;
    this.listener = listener;
    state = new AtomicReference<>(Closed.entered(NO_PERMIT + 1, since, Totals.NONE));
  }

  String name() {
    return name;
  }

  boolean isOpen() {
    return state.get() instanceof Barred;
  }

  /** The outcome of a permit issued by the stay with this incarnation, or of {@link #NO_PERMIT}. */
  void record(long permit, Outcome outcome) {
    boolean done = false;
    while (!done) {
      done =
          switch (state.get()) {
            case Closed closed -> count(closed, permit, outcome);
            case Barred barred -> {
              Moment now = Moment.read(time);
              Barred settled = barred.settled(now.nanos(), settings);
              yield replace(barred, settled, settled.ended(permit, outcome, now, settings));
            }
          };
    }
  }

  void reset() {
    boolean done = false;
    while (!done) {
      done =
          switch (state.get()) {
            case Closed closed -> {
              long word = closed.word();
              yield advance(closed, word, Tally.reset(word));
            }
            case Barred barred -> {
              Moment now = Moment.read(time);
              Barred settled = barred.settled(now.nanos(), settings);
              yield replace(barred, settled, settled.closed(now, settled.totals()));
            }
          };
    }
  }

  Admission tryAcquire() {
    while (true) {
      switch (state.get()) {
        case Closed closed -> {
          return new Permit(this, closed);
        }
        case Barred barred -> {
          Moment now = Moment.read(time);
          Barred settled = barred.settled(now.nanos(), settings);
          Barred next = settled.asked(now);
          if (replace(barred, settled, next)) {
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
        case Closed closed -> {
          long word = closed.word();
          if (!Tally.isOver(word)) {
            return BreakerView.of(name, closed, word, refused.sum());
          }
          follow(closed, word);
        }
        case Barred barred -> {
          long now = time.nanos();
          if (stands(barred)) {
            Barred settled = barred.settled(now, settings);
            return BreakerView.of(name, settled, settings, refused.sum(), now);
          }
        }
      }
    }
  }

  private boolean count(Closed closed, long permit, Outcome outcome) {
    long word = closed.word();
    boolean moves = permit == NO_PERMIT || permit == closed.incarnation();
    return advance(
        closed,
        word,
        moves
            ? Tally.counted(word, outcome, settings.failureThreshold())
            : Tally.added(word, outcome));
  }

  /** Takes a closed circuit from one word to the next, unless the first is over or was replaced. */
  private boolean advance(Closed closed, long word, long next) {
    if (Tally.isOver(word)) {
      follow(closed, word);
      return false;
    }
    if (!closed.replace(word, next)) {
      return false;
    }
    if (Tally.isOver(next)) {
      follow(closed, next);
    }
    return true;
  }

  /** Puts the follower of a closed stay in place, unless somebody else has. */
  private void follow(Closed closed, long finalWord) {
    State next = closed.follower(finalWord, Moment.read(time), settings);
    if (state.compareAndSet(closed, next)) {
      publish(closed, next);
    }
  }

  /** Takes a barred circuit to what time has made of it, and from there to the next state. */
  private boolean replace(Barred before, Barred settled, State next) {
    boolean replaced = next.equals(before) ? stands(before) : state.compareAndSet(before, next);
    if (replaced) {
      publish(before, settled);
      publish(settled, next);
    }
    return replaced;
  }

  /** Incarnation and totals only grow, so an equal value was not replaced in between. */
  private boolean stands(Barred seen) {
    return seen.equals(state.get());
  }

  private Refused refuse(Barred barred, long now) {
    refused.increment();
    return new Refused(name, barred.kind(), barred.decided(settings).from(now));
  }

  private void publish(State from, State to) {
    if (from.kind() == to.kind()) {
      return;
    }
    try {
      listener.accept(BreakerChange.of(name, from, to, settings));
    } catch (Throwable e) {
      LOG.error(e, "A listener failed on the change of circuit '{}'; the change stands", name);
    }
  }
}
