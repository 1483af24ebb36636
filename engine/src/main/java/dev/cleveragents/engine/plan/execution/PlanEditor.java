package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanError.Advice;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.SandboxGroup;

/**
 * Runs the job in which a user edits the sandboxes of a plan, and records the edits as a step.
 *
 * <ul>
 *   <li>The job holds the plan's key, so no worker runs the plan meanwhile.
 *   <li>The sandboxes are handed over before the user begins. So the next worker records what this
 *       process did not, also if it died.
 *   <li>Afterwards the plan is paused.
 * </ul>
 */
public final class PlanEditor implements JobBody {

  private final PlanServices services;
  private final UserTurn turn;

  public PlanEditor(PlanServices services, UserTurn turn) {
    this.services = services;
    this.turn = turn;
  }

  /** The time in which the user edits. */
  public interface UserTurn {

    /**
     * Returns when the user has finished, or soon after the token is cancelled.
     *
     * @param sandboxes with the files of the steps done
     */
    void edit(SandboxGroup sandboxes, CancellationToken token) throws InterruptedException;
  }

  @Override
  public Effects started(AsyncJob job) {
    return PlanExecutor.begun(services, job);
  }

  @Override
  public Effects run(AsyncJob job) throws Exception {
    Plan plan = PlanExecutor.plan(services, job).orElse(null);
    if (plan == null) {
      return Effects.none();
    }
    CancellationToken token = Scope.current().token();
    PlanRecorder recorder = new PlanRecorder(services, plan.id(), job);
    ExecutionRun run = new ExecutionRun(services, plan, job, token);
    try {
      run.open();
      ResourceTrees before = run.sandboxes().look(token);
      run.handOver();
      turn.edit(run.sandboxes(), token);
      // Also after a pause or cancel, which ends the user's turn.
      run.recordEdits(before, CancellationToken.none());
      return over(recorder);
    } catch (OperationException e) {
      token.throwIfCancelled();
      return over(recorder).and(unrecorded(recorder, e));
    }
  }

  /** The user decides how the plan continues. */
  private static Effects over(PlanRecorder recorder) {
    return recorder.change(
        (moves, stored) -> {
          if (stored.status().cancelReason() != null) {
            moves.move(stored, PlanLifecycle.cancelled(stored.status()), "edited by the user");
            return;
          }
          Plan held =
              stored.status().held()
                  ? stored
                  : moves.move(stored, PlanLifecycle.hold(stored.status()), "edited by the user");
          moves.move(held, PlanLifecycle.giveBack(held.status()), "edited by the user");
        });
  }

  private Effects unrecorded(PlanRecorder recorder, OperationException e) {
    return recorder.change(
        (moves, stored) ->
            moves.addError(
                stored,
                new PlanError(
                    stored.status().phase(),
                    "edit",
                    String.valueOf(e.getMessage()),
                    false,
                    new Advice(
                        e.hint() == null
                            ? "The sandbox is kept as it is; open the plan again to change it"
                            : e.hint(),
                        NextAction.of(Verb.OPEN_PLAN, stored.id())),
                    services.now())));
  }
}
