package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.job.JobEnding;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;

/**
 * Moves a plan whose job ended without success. The caller is the successor of a dead worker, the
 * user who cancelled, or the worker that lost its lease. The move is stored in the same transaction
 * as the end of the job, so that no plan is left processing without a job.
 */
public final class PlanJobEnding implements JobEnding {

  private final PlanJournal journal;

  public PlanJobEnding(PlanJournal journal) {
    this.journal = journal;
  }

  @Override
  public Effects ended(AsyncJob job, AsyncJobStatus jobStatus) {
    return DatabaseUnit.storing(
        unit -> {
          PlanTransaction moves = journal.moves(unit.transaction());
          moves
              .lock(PlanJob.of(job.spec().payload()).plan())
              .filter(plan -> plan.isProcessedBy(job.id()))
              .ifPresent(
                  plan -> {
                    end(plan, job, jobStatus, moves);
                    new Subplans(journal).ended(unit, plan);
                  });
        });
  }

  /** Whether the plan waits for its user from now on, because no worker continues the job. */
  private static boolean waitsForUser(AsyncJob job, AsyncJobStatus jobStatus) {
    return jobStatus == AsyncJobStatus.CANCELLED || job.spec().type().equals(PlanJob.EDIT_TYPE);
  }

  private void end(Plan plan, AsyncJob job, AsyncJobStatus jobStatus, PlanTransaction moves) {
    PlanStatus status = plan.status();
    String why = job.message() == null ? "its job ended" : job.message();
    if (status.cancelReason() != null) {
      moves.move(plan, PlanLifecycle.cancelled(status), status.cancelReason());
    } else if (status.held()) {
      moves.move(plan, PlanLifecycle.giveBack(status), "paused");
    } else if (waitsForUser(job, jobStatus)) {
      String ended = jobStatus == AsyncJobStatus.CANCELLED ? "its job was cancelled" : why;
      Plan held = moves.move(plan, PlanLifecycle.hold(status), ended);
      moves.move(held, PlanLifecycle.giveBack(held.status()), ended);
    } else if (jobStatus == AsyncJobStatus.QUEUED) {
      moves.move(plan, PlanLifecycle.giveBack(status), why);
    } else {
      Plan failed = moves.move(plan, PlanLifecycle.fail(status), why);
      moves.addError(
          failed,
          new PlanError(
              status.phase(),
              "worker",
              why,
              true,
              new PlanError.Advice(null, NextAction.of(Verb.RESUME_PLAN, plan.id())),
              journal.now()));
    }
  }
}
