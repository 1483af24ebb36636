package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.job.store.ClaimFilter;
import dev.cleveragents.kernel.job.store.ClaimResult;
import dev.cleveragents.kernel.job.store.ClaimResult.Claimed;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.WorkerConfig.Execution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Claims jobs and starts their bodies. A slot is taken before the claim and given back when the
 * body has ended and its end is reported. A claimed job ends in {@link #ended} whatever happens, so
 * that neither slot nor job is lost. Any number of threads may dispatch at once.
 */
final class Dispatcher {

  /** The parts of the worker it works with. */
  record Parts(
      Scope scope, ActiveRuns runs, Heartbeat heart, JobRunner runner, WorkerHealth health) {}

  private final JobStore store;
  private final Map<String, JobBody> bodies;
  private final WorkerConfig config;
  private final ClaimFilter filter;
  private final Parts parts;
  private final WakeSignal signal;
  private final WorkerSlots slots;

  Dispatcher(
      JobStore store,
      Map<String, JobBody> bodies,
      WorkerConfig config,
      Parts parts,
      WakeSignal signal) {
    this.store = store;
    this.bodies = bodies;
    this.config = config;
    this.filter = new ClaimFilter(bodies.keySet(), config.group());
    this.parts = parts;
    this.signal = signal;
    this.slots = new WorkerSlots(config.maxConcurrency());
  }

  /**
   * Claims what can start now and starts it; inline, returns when it has ended.
   *
   * @return the store's answer, or null if there was no session or no slot to claim for
   */
  @Nullable Claimed claimAndStart() {
    parts.heart().open(signal::wake);
    SessionId session = parts.heart().session();
    int wanted =
        session == null
            ? 0
            : slots.take(config.execution() == Execution.INLINE ? 1 : config.maxConcurrency());
    if (session == null || wanted == 0) {
      return null;
    }
    List<JobRun> claimedRuns = new ArrayList<>();
    Claimed answer = null;
    long claim = parts.runs().claimBegins();
    try {
      switch (store.claim(session, filter, wanted, this::startEffects)) {
        case ClaimResult.SessionOver() -> parts.heart().lose(session);
        case Claimed claimed -> {
          answer = claimed;
          claimed.jobs().forEach(job -> claimedRuns.add(new JobRun(job)));
          claimedRuns.forEach(parts.runs()::add);
        }
      }
    } finally {
      parts.runs().claimAnswered(claim);
      slots.giveBack(wanted - claimedRuns.size());
    }
    if (answer != null) {
      parts.health().polled(answer.jobs().size());
      answer.postponed().forEach(job -> parts.health().error(String.valueOf(job.message())));
    }
    claimedRuns.forEach(this::start);
    return answer;
  }

  private Effects startEffects(AsyncJob job) {
    return Objects.requireNonNull(bodies.get(job.type())).started(job);
  }

  /** From here on the run ends in {@link #ended}, whatever happens. */
  private void start(JobRun run) {
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

  private @Nullable Void carryOut(JobRun run) {
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
  private void cancelIfLost(JobRun run) {
    if (!parts.heart().isCurrent(run.lease().session())) {
      run.abandon(CancellationCause.leaseLost("its session was over before it started"));
    } else if (parts.heart().isFenced()) {
      run.cancel(CancellationCause.leaseLost("its worker had fenced itself before it started"));
    }
  }

  private void giveBack(JobRun run, String reason) {
    try {
      parts.runner().giveBack(run, reason);
    } finally {
      ended(run);
    }
  }

  private void ended(JobRun run) {
    parts.runs().remove(run);
    slots.giveBack(1);
    signal.wake();
  }
}
