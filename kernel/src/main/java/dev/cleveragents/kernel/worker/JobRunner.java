package dev.cleveragents.kernel.worker;

import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.job.store.JobStore;
import dev.cleveragents.kernel.log.SafeLog;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one body and reports how it ended, in the name of its lease. Exceptions of a body or the
 * store do not leave this class. The report is repeated until the store has answered or the run is
 * abandoned: giving up earlier would leave the job RUNNING for ever under a live session.
 */
final class JobRunner {

  private static final Logger log = LoggerFactory.getLogger(JobRunner.class);
  private static final SafeLog faults = SafeLog.of(JobRunner.class);

  private record Ending(RunOutcome outcome, Effects effects) {}

  private final JobStore store;
  private final Map<String, JobBody> bodies;
  private final WorkerConfig config;
  private final ThreadFactories threads;
  private final WorkerHealth health;

  JobRunner(
      JobStore store,
      Map<String, JobBody> bodies,
      WorkerConfig config,
      ThreadFactories threads,
      WorkerHealth health) {
    this.store = store;
    this.bodies = bodies;
    this.config = config;
    this.threads = threads;
    this.health = health;
  }

  /** Runs the body on this thread and reports. An interrupt that arrived meanwhile is kept. */
  void run(JobRun run) {
    Ending ending = runBody(run);
    boolean interrupted = Thread.interrupted();
    report(run, ending.outcome, ending.effects);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Gives a job back that was claimed and not started. */
  void giveBack(JobRun run, String reason) {
    report(run, new RunOutcome.Released(reason), Effects.none());
  }

  private Ending runBody(JobRun run) {
    Scope.Work work = new Scope.Work(run.job(), run.lease());
    try (Scope scope = Scope.openFor(work, threads, run.token())) {
      JobBody body = Objects.requireNonNull(bodies.get(run.job().type()));
      return new Ending(new RunOutcome.Succeeded(), scope.call(() -> body.run(run.job())));
    } catch (Throwable thrown) {
      return new Ending(outcomeOf(thrown, run), Effects.none());
    }
  }

  private static RunOutcome outcomeOf(Throwable thrown, JobRun run) {
    CancellationCause cause = run.token().cause().orElse(null);
    if (cause != null && cause.kind() != CancellationCause.Kind.REQUESTED) {
      return new RunOutcome.Released(cause.reason());
    }
    if (cause == null && thrown instanceof InterruptedException) {
      return new RunOutcome.Released("interrupted");
    }
    return new RunOutcome.Failed(FailureMessage.of(thrown));
  }

  private void report(JobRun run, RunOutcome outcome, Effects effects) {
    Ending ending = new Ending(outcome, effects);
    Backoff backoff = new Backoff(config.errors());
    boolean interrupted = false;
    while (true) {
      try {
        health.ended(ending.outcome, store.finish(run.lease(), ending.outcome, ending.effects));
        break;
      } catch (EffectsFailedException e) {
        noteError(run, e);
        if (ending.outcome instanceof RunOutcome.Succeeded) {
          ending = new Ending(new RunOutcome.Failed(FailureMessage.of(e)), Effects.none());
          continue;
        }
      } catch (Throwable e) {
        noteError(run, e);
      }
      interrupted |= !pause(run, backoff.next());
      if (run.abandoned().isCancelled()) {
        log.warn("The end of {} was not reported: {}", run.lease(), run.abandoned().cause());
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until it is time for another try or no more is needed; false if interrupted. */
  private static boolean pause(JobRun run, Duration wait) {
    try {
      run.abandoned().await(wait);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void noteError(JobRun run, Throwable error) {
    faults.warn(error, "Could not report the end of {}, trying again", run.lease());
    health.error(FailureMessage.of(error));
  }
}
