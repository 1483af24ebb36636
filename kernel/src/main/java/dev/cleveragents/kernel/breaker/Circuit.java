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
 *   state ──▶ Counting(…, word)          the word counts, by compare-and-set, until it is over
 *               │ over: tripped, reset or full
 *               ▼
 *             its follower               put in place by whoever sees this first
 *
 *   state ──▶ Calm(…, cells)             after a word full of successes: they are counted apart
 *               │ anything but a success: all cells are closed
 *               ▼
 *             Counting(…)                put in place by whoever sees this first
 *
 *   state ──▶ Open | HalfOpen(…, totals) immutable, replaced as a whole by compare-and-set
 * </pre>
 *
 * <p>Invariant: {@link Counting} and {@link Calm} are left only when their word is over or their
 * cells are closed, and nothing is counted there any more. So counting takes effect at once and for
 * good, while its place is the current one; and what ends a place takes effect when the follower is
 * put there, which the call that caused it awaits by doing it. The time that a transition uses is
 * read while the state it starts from stands. Together: every call takes effect at one instant,
 * state and totals as one. Guarded by the compare-and-set on {@code state}, on the word and on the
 * cells. Events go out after these, by the thread whose compare-and-set it was. {@code refused} is
 * counted beside all this.
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

  Circuit(
      String name,
      BreakerSettings settings,
      TimeSource time,
      Consumer<BreakerChange> listener,
      State first) {
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
    return state.get() instanceof Barred;
  }

  /** The outcome of a permit issued by the stay with this incarnation, or of {@link #NO_PERMIT}. */
  void record(long permit, Outcome outcome) {
    boolean done = false;
    while (!done) {
      done =
          switch (state.get()) {
            case Calm calm -> succeeded(calm, outcome) || stir(calm);
            case Counting counting -> count(counting, permit, outcome);
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
            case Calm calm -> stir(calm);
            case Counting counting -> {
              long word = counting.word();
              yield advance(counting, word, Tally.reset(word));
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
        case Calm calm -> {
          return BreakerView.of(name, calm, calm.totals(), 0, refused.sum());
        }
        case Counting counting -> {
          long word = counting.word();
          if (!Tally.isOver(word)) {
            int inARow = Tally.failuresInARow(word);
            return BreakerView.of(name, counting, counting.totals(word), inARow, refused.sum());
          }
          follow(counting, word);
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

  private static boolean succeeded(Calm calm, Outcome outcome) {
    return outcome == Outcome.SUCCESS && calm.succeeded(Thread.currentThread().threadId());
  }

  /** Ends a calm, so that whatever ends it can be counted after it: never done yet. */
  private boolean stir(Calm calm) {
    state.compareAndSet(calm, calm.stirred());
    return false;
  }

  private boolean count(Counting counting, long permit, Outcome outcome) {
    long word = counting.word();
    boolean moves = permit == NO_PERMIT || permit == counting.incarnation();
    return advance(
        counting,
        word,
        moves
            ? Tally.counted(word, outcome, settings.failureThreshold())
            : Tally.added(word, outcome));
  }

  /** Takes a closed circuit from one word to the next, unless the first is over or was replaced. */
  private boolean advance(Counting counting, long word, long next) {
    if (Tally.isOver(word)) {
      follow(counting, word);
      return false;
    }
    if (!counting.replace(word, next)) {
      return false;
    }
    if (Tally.isOver(next)) {
      follow(counting, next);
    }
    return true;
  }

  /** Puts the follower of a word that is over in place, unless somebody else has. */
  private void follow(Counting counting, long finalWord) {
    State next = counting.follower(finalWord, Moment.read(time), settings);
    if (state.compareAndSet(counting, next)) {
      publish(counting, next);
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
