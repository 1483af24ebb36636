package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.budget.BudgetSpentException;
import dev.cleveragents.engine.check.ValidationRows;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanJob;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import java.util.List;

/**
 * The second phase, under one lease: the actor works in sandboxes of its own until the required
 * checks pass. A step's changes are recorded and stored as done in one unit before the next step
 * begins. After a crash the next worker therefore rebuilds exactly the files that the stored steps
 * made.
 */
final class ExecutePhase {

  private final ExecutionRun run;

  /** Whether the files are only checked, as they are. */
  private final boolean checkOnly;

  ExecutePhase(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.run = new ExecutionRun(services, plan, job, token);
    this.checkOnly = PlanJob.of(job.spec().payload()).purpose() == PlanJob.Purpose.CHECK;
  }

  /** Does the remaining work until the required checks pass; returns the results. */
  List<Plan.Result> run() throws Exception {
    run.open();
    try (CancellationSource _ = ConflictWatch.start(run)) {
      return carryOut(actor());
    } catch (ApprovalNeededException
        | BudgetSpentException
        | OpenConflictsException
        | SubplanRerunException
        | SubplansNeededException e) {
      run.await();
      throw e;
    } catch (PhaseFailedException | OperationException e) {
      if (checkOnly) {
        // All changes are recorded, and the user may continue to edit.
        run.handOver();
      } else {
        run.fail();
      }
      throw e;
    }
  }

  private ExecutionActor actor() throws InterruptedException {
    return run.plan().brief().execution() instanceof Work.ByModel model
        ? new ModelActor(run, model)
        : new StepActor(run);
  }

  private List<Plan.Result> carryOut(ExecutionActor actor) throws Exception {
    // Work whose checks were waived is done.
    if (!checkOnly && (!run.validator().isWaived() || !wasChecked())) {
      actor.work();
    }
    ResourceTrees checked = repairUntilValid(actor);
    List<Plan.Result> results =
        new ResultPublisher(
                run.plan(), run.sandboxes(), new Changesets(run.services().database()), run.token())
            .publish(checked);
    run.commit();
    return results;
  }

  private boolean wasChecked() {
    return !run.services()
        .database()
        .read(transaction -> new ValidationRows(transaction).latest(run.plan().id()))
        .isEmpty();
  }

  /** Runs the checks, and lets the actor repair what the required ones find until they pass. */
  private ResourceTrees repairUntilValid(ExecutionActor actor) throws Exception {
    PlanValidator validator = run.validator();
    while (true) {
      ResourceTrees trees = run.sandboxes().look(run.token());
      ValidationFindings findings = validator.check(run.sandboxes(), trees);
      if (findings.none()) {
        findings = new ReviewAgents(run).objections(trees);
      }
      if (findings.none()) {
        return trees;
      }
      if (checkOnly) {
        throw findings.unrepaired("fail");
      }
      actor.repair(findings);
    }
  }
}
