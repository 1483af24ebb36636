package dev.cleveragents.kernel.simulation;

import static dev.cleveragents.kernel.simulation.InvariantViolation.unless;

import dev.cleveragents.kernel.cancel.CancellationCause.Kind;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.EffectsFailedException;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.RunOutcome;
import dev.cleveragents.kernel.simulation.InvariantViolation.Rule;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job: works in several steps, then reports until it is answered, as {@code JobRunner}
 * does. A body that heeds its token ends at the next step after it was cancelled.
 */
final class SimulatedBody {

  private static final Duration LONGEST_STEP = Duration.ofMillis(1_200);

  private static final int FEW_STEPS = 8;

  /** So many that a body can outlast the lease it began under. */
  private static final int MANY_STEPS = 24;

  private final SimulatedWorker worker;
  private final SimulationContext world;
  private final AsyncJob job;
  private final boolean heedsCancel;
  private final boolean succeeds;
  private @Nullable Kind cancelled;
  private boolean abandoned;
  private long backoffMillis = 100;

  SimulatedBody(SimulatedWorker worker, AsyncJob job) {
    this.worker = worker;
    this.world = worker.world;
    this.job = job;
    this.heedsCancel = !world.weather().hurtsProcesses() || !world.once(4);
    this.succeeds = !world.once(4);
  }

  AsyncJob job() {
    return job;
  }

  Lease lease() {
    return job.lease();
  }

  @Override
  public String toString() {
    return job.spec().payload() + "#" + job.leases();
  }

  void cancel(Kind kind) {
    if (cancelled == null) {
      cancelled = kind;
      world.note(() -> worker.name + " cancels " + this + ": " + kind);
    }
  }

  boolean isCancelled() {
    return cancelled != null;
  }

  void abandon(Kind kind) {
    abandoned = true;
    cancel(kind);
  }

  NextStep run() {
    unless(cancelled == null, Rule.CANCEL, "%s was cancelled, and then its body started", this);
    worker.referee.bodies().started(worker, job);
    world.note(() -> worker.name + " starts the body of " + this);
    boolean longer = heedsCancel && world.once(4);
    return step(world.random.nextInt(longer ? MANY_STEPS : FEW_STEPS));
  }

  /** Gives it back without having run it. */
  NextStep giveBack(String reason) {
    return report(new RunOutcome.Released(reason));
  }

  private NextStep step(int left) {
    if (cancelled != null && heedsCancel) {
      return ended(
          cancelled == Kind.REQUESTED
              ? new RunOutcome.Failed("stopped because it was cancelled")
              : new RunOutcome.Released("stopped: " + cancelled));
    }
    if (left == 0) {
      return ended(succeeds ? new RunOutcome.Succeeded() : new RunOutcome.Failed("it went wrong"));
    }
    return NextStep.sleep(world.upTo(LONGEST_STEP), () -> step(left - 1));
  }

  private NextStep ended(RunOutcome outcome) {
    worker.referee.bodies().ended(job);
    return report(outcome);
  }

  private NextStep report(RunOutcome outcome) {
    Effects effects =
        outcome instanceof RunOutcome.Succeeded
            ? worker.referee.ledger().success(lease())
            : Effects.none();
    return new NextStep.Call<>(
        () -> "reports " + this + ": " + outcome,
        store -> store.finish(lease(), outcome, effects),
        move -> worker.reported(this),
        error -> tryAgain(outcome, error));
  }

  private NextStep tryAgain(RunOutcome outcome, RuntimeException error) {
    if (error instanceof EffectsFailedException && outcome instanceof RunOutcome.Succeeded) {
      world.saw(CoveredEvent.SUCCESS_EFFECTS_FAILED);
      return report(new RunOutcome.Failed("its effects failed"));
    }
    Duration pause = Duration.ofMillis(backoffMillis);
    backoffMillis = Math.min(2 * backoffMillis, 5_000);
    return NextStep.sleep(pause, () -> abandoned ? worker.reported(this) : report(outcome));
  }
}
