package dev.cleveragents.engine.plan;

import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobEnding;
import dev.cleveragents.store.job.Unit;

/**
 * What becomes of a plan whose job ended without success, whoever notices: its dead worker's
 * successor, the person who cancelled it, or the worker that had to let go. Stored in the same
 * transaction as that end, so that no plan is left processing without a job.
 */
public final class PlanEnding implements JobEnding {

  private final PlanBooks books;

  public PlanEnding(PlanBooks books) {
    this.books = books;
  }

  @Override
  public Effects ended(AsyncJob job, AsyncJobStatus status) {
    return Unit.writing(
        transaction -> {
          PlanMoves moves = books.moves(transaction);
          moves
              .keep(PlanJob.of(job.spec().payload()).plan())
              .filter(plan -> isWorkedOnBy(plan, job))
              .ifPresent(plan -> end(plan, job, status, moves));
        });
  }

  static boolean isWorkedOnBy(Plan plan, AsyncJob job) {
    return plan.standing().state() == PlanState.PROCESSING && job.id().equals(plan.job());
  }

  private void end(Plan plan, AsyncJob job, AsyncJobStatus status, PlanMoves moves) {
    Standing standing = plan.standing();
    String why = job.message() == null ? "its job ended" : job.message();
    if (standing.cancelReason() != null) {
      moves.move(plan, PlanLifecycle.cancelled(standing), standing.cancelReason());
    } else if (standing.held() || status == AsyncJobStatus.QUEUED) {
      moves.move(plan, PlanLifecycle.giveBack(standing), standing.held() ? "paused" : why);
    } else if (status == AsyncJobStatus.CANCELLED) {
      Plan held = moves.move(plan, PlanLifecycle.hold(standing), "its job was cancelled");
      moves.move(held, PlanLifecycle.giveBack(held.standing()), "its job was cancelled");
    } else {
      Plan failed = moves.move(plan, PlanLifecycle.fail(standing), why);
      moves.addError(
          failed,
          new PlanError(
              standing.phase(),
              "worker",
              why,
              true,
              new PlanError.Advice(null, "agents plan resume " + plan.id()),
              books.now()));
    }
  }
}
