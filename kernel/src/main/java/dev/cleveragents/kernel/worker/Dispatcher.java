package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.ClaimFilter;
import dev.cleveragents.kernel.job.ClaimResult;
import dev.cleveragents.kernel.job.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobStore;
import dev.cleveragents.kernel.job.Seat;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.Heart.Ear;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Claims jobs and starts their bodies: for the poll loop, and while that rests, with whoever
 * enqueues one in this process ({@link Seat}). A slot is taken before the claim and given back when
 * the body has ended and its end is reported; a claimed job ends in {@link #ended} whatever
 * happens, so that neither slot nor job is lost. Any number of threads may dispatch at once.
 */
final class Dispatcher {

  /** The parts of the worker it works with. */
  record Parts(Scope scope, Runs runs, Heart heart, JobRunner runner, WorkerHealth health) {}

  private final JobStore store;
  private final Map<String, JobBody> bodies;
  private final WorkerConfig config;
  private final ClaimFilter filter;
  private final Parts parts;
  private final Ear ear;
  private final Slots slots;

  /** Whether the last claim got less than it asked for. */
  private volatile boolean foundLess;

  private final AtomicBoolean seatFree = new AtomicBoolean();

  Dispatcher(
      JobStore store, Map<String, JobBody> bodies, WorkerConfig config, Parts parts, Ear ear) {
    this.store = store;
    this.bodies = bodies;
    this.config = config;
    this.filter = new ClaimFilter(bodies.keySet(), config.group());
    this.parts = parts;
    this.ear = ear;
    this.slots = new Slots(config.maxConcurrency());
  }

  /**
   * Claims what can start now and starts it; inline, returns when it has ended.
   *
   * @return the store's answer, or null if there was no session or no slot to claim for
   */
  @Nullable Claimed claimAndStart() {
    seatFree.set(false);
    foundLess = false;
    parts.heart().open(ear);
    SessionId session = parts.heart().session();
    int wanted =
        session == null
            ? 0
            : slots.take(config.execution() == Execution.INLINE ? 1 : config.maxConcurrency());
    if (session == null || wanted == 0) {
      return null;
    }
    Claiming claiming = new Claiming(parts, slots, session, wanted);
    Claimed answer;
    try {
      answer = claiming.answered(store.claim(session, filter, wanted, this::startEffects));
    } finally {
      claiming.end();
    }
    foundLess = answer != null && !claiming.isFull() && answer.postponed().isEmpty();
    if (answer != null) {
      parts.health().polled(answer.jobs().size());
    }
    start(claiming, answer);
    return answer;
  }

  /** From now on, until the next claim, nobody looks for work: whoever brings some gets a seat. */
  void rest() {
    seatFree.set(foundLess && config.execution() != Execution.INLINE);
  }

  /**
   * A seat for one such job, if this worker rests and would claim it. The next is lent when that is
   * taken: jobs that come together are better claimed together.
   */
  Optional<Seat> seatFor(JobSpec spec) {
    SessionId session = parts.heart().session();
    if (session == null || !filter.matches(spec) || !seatFree.compareAndSet(true, false)) {
      return Optional.empty();
    }
    return slots.take(1) == 0
        ? Optional.empty()
        : Optional.of(new HeldSeat(new Claiming(parts, slots, session, 1)));
  }

  /** Claims together with whoever enqueues, on that one's thread. */
  private final class HeldSeat implements Seat {
    private final Claiming claiming;

    private HeldSeat(Claiming claiming) {
      this.claiming = claiming;
    }

    @Override
    public SessionId session() {
      return claiming.session();
    }

    @Override
    public ClaimFilter filter() {
      return filter;
    }

    @Override
    public Effects started(AsyncJob job) {
      return startEffects(job);
    }

    @Override
    public void claimed(ClaimResult result) {
      Claimed answer;
      try {
        answer = claiming.answered(result);
      } finally {
        claiming.end();
      }
      if (answer != null) {
        parts.health().claimed(answer.jobs().size());
      }
      if (claiming.isFull()) {
        rest();
      } else {
        ear.workAvailable();
      }
      start(claiming, answer);
    }

    /** Whoever polled meanwhile may have missed the slot. */
    @Override
    public void left() {
      claiming.end();
      ear.workAvailable();
    }
  }

  private Effects startEffects(AsyncJob job) {
    return Objects.requireNonNull(bodies.get(job.type())).started(job);
  }

  private void start(Claiming claiming, @Nullable Claimed answer) {
    if (answer != null) {
      answer.postponed().forEach(job -> parts.health().error(String.valueOf(job.message())));
    }
    claiming.runs().forEach(this::start);
  }

  /** From here on the run ends in {@link #ended}, whatever happens. */
  private void start(Run run) {
    if (!parts.runs().contains(run)) {
      run.abandon(CancellationCause.shutdown("its worker closes and ends its session"));
      giveBack(run, "its worker was closing");
      return;
    }
    if (config.execution() == Execution.INLINE) {
      carryOut(run);
      return;
    }
    try {
      parts.scope().fork(run.lease().toString(), () -> carryOut(run));
    } catch (Throwable e) {
      parts.health().error(FailureMessage.of(e));
      giveBack(run, "no thread could be started for it: " + FailureMessage.of(e));
    }
  }

  private @Nullable Void carryOut(Run run) {
    cancelIfLost(run);
    if (run.token().isCancelled()) {
      giveBack(run, "cancelled before it started");
      return null;
    }
    try {
      parts.runner().run(run);
    } finally {
      ended(run);
    }
    return null;
  }

  /** A session lost, or a fence fallen, before the run was known has not reached it. */
  private void cancelIfLost(Run run) {
    if (!parts.heart().isCurrent(run.lease().session())) {
      run.abandon(CancellationCause.leaseLost("its session was over before it started"));
    } else if (parts.heart().isFenced()) {
      run.cancel(CancellationCause.leaseLost("its worker had fenced itself before it started"));
    }
  }

  private void giveBack(Run run, String reason) {
    try {
      parts.runner().giveBack(run, reason);
    } finally {
      ended(run);
    }
  }

  private void ended(Run run) {
    parts.runs().remove(run);
    slots.giveBack(1);
    ear.workAvailable();
  }
}
