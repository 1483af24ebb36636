package dev.cleveragents.kernel.breaker;

import dev.cleveragents.kernel.time.TimeSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit of one name.
 *
 * <pre>
 *   status ──▶ Status(state, successes, failures, cancelled)      immutable, replaced as a whole
 *
 *   every call:  read status ─▶ what has time made of it? ─▶ what does the call make of that?
 *                     ▲                                              │
 *                     └── somebody else was first ── compare-and-set ┘ ── mine ─▶ publish
 * </pre>
 *
 * <p>Invariant: {@code status} is only ever replaced by the value that a pure transition made of
 * it, and the time used was read while it stood there; so every call takes effect at one instant.
 * The compare-and-set on {@code status} guards it. Nothing happens inside that loop but reading;
 * events go out after it. {@code refused} is counted beside it and is not part of the atomic step.
 */
final class Circuit {

  /** No stay has this incarnation. */
  private static final long NO_PERMIT = 0;

  private static final Logger LOG = LoggerFactory.getLogger(CircuitBreaker.class);

  private final String name;
  private final BreakerSettings settings;
  private final TimeSource time;
  private final Consumer<BreakerChange> listener;
  private final AtomicReference<Status> status;
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
    status = new AtomicReference<>(new Status(new Closed(NO_PERMIT + 1, 0, since), 0, 0, 0));
  }

  String name() {
    return name;
  }

  boolean isOpen() {
    return !(status.get().state() instanceof Closed);
  }

  /** An outcome without a permit. */
  void recorded(Outcome outcome) {
    ended(NO_PERMIT, outcome);
  }

  /** The outcome of a permit issued by the stay with this incarnation. */
  void ended(long incarnation, Outcome outcome) {
    while (true) {
      Status before = status.get();
      State state = before.state();
      Moment now = state.needsTime(outcome, settings) ? Moment.read(time) : Moment.UNREAD;
      State settled = state.settled(now.nanos(), settings);
      State next = settled;
      if (incarnation == NO_PERMIT) {
        next = settled.recorded(outcome, now, settings);
      } else if (incarnation == settled.incarnation()) {
        next = settled.ended(outcome, now, settings);
      }
      if (status.compareAndSet(before, before.counting(outcome, next))) {
        publish(state, settled);
        publish(settled, next);
        return;
      }
    }
  }

  void reset() {
    while (true) {
      Status before = status.get();
      Moment now = Moment.read(time);
      State settled = before.state().settled(now.nanos(), settings);
      State next = settled.reset(now);
      if (status.compareAndSet(before, before.moved(next))) {
        publish(before.state(), settled);
        publish(settled, next);
        return;
      }
    }
  }

  Admission tryAcquire() {
    while (true) {
      Status before = status.get();
      switch (before.state()) {
        case Closed closed -> {
          return new Permit(this, closed);
        }
        case Barred barred -> {
          Moment now = Moment.read(time);
          Barred settled = barred.settled(now.nanos(), settings);
          Barred next = settled.asked(now);
          if (replace(before, next)) {
            publish(barred, settled);
            publish(settled, next);
            boolean trial = next.incarnation() != settled.incarnation();
            return trial ? new Permit(this, next) : refuse(next, now.nanos());
          }
        }
      }
    }
  }

  BreakerView view() {
    while (true) {
      Status seen = status.get();
      long now = time.nanos();
      if (stands(seen)) {
        State settled = seen.state().settled(now, settings);
        return BreakerView.of(name, seen, settled, refused.sum(), now);
      }
    }
  }

  /** Where nothing moves, it is enough that {@code before} still stands. */
  private boolean replace(Status before, State next) {
    return next.incarnation() == before.state().incarnation()
        ? stands(before)
        : status.compareAndSet(before, before.moved(next));
  }

  /** Incarnation and totals only grow, so an equal value was not replaced in between. */
  private boolean stands(Status seen) {
    return seen.equals(status.get());
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
      listener.accept(BreakerChange.of(name, from, to));
    } catch (Throwable e) {
      LOG.error("A listener failed on the change of circuit '{}'; the change stands", name, e);
    }
  }
}
