package dev.cleveragents.runtime;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanJob;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.execution.PlanEditor;
import dev.cleveragents.engine.plan.execution.PlanExecutor;
import dev.cleveragents.engine.plan.execution.PlanServices;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.kernel.worker.AsyncWorker;
import dev.cleveragents.kernel.worker.JobBody;
import dev.cleveragents.kernel.worker.WorkerConfig;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.workspace.apply.ApplyService;
import java.util.Map;

/** Starts workers in this process. The caller closes them. */
record Workers(
    Database database, DatabaseJobStore store, CommandRunner runner, PlanServices services) {

  /** A worker for all jobs but those that only the process of a user may run. */
  AsyncWorker start(WorkerConfig config, WorkerListener listener) {
    PlanExecutor plans = new PlanExecutor(services, new ApplyService(database, store, runner));
    return start(
        config,
        listener,
        Map.of(ExecCommand.TYPE, new ExecJob(store, runner), PlanJob.TYPE, plans));
  }

  /** A worker for a plan and its children. */
  AsyncWorker start(Plan plan) {
    return start(foreground(plan), WorkerListener.NONE);
  }

  /** A worker for the job in which the user edits a plan. */
  AsyncWorker start(Plan plan, PlanEditor.UserTurn turn) {
    return start(
        foreground(plan),
        WorkerListener.NONE,
        Map.of(PlanJob.EDIT_TYPE, new PlanEditor(services, turn)));
  }

  private AsyncWorker start(
      WorkerConfig config, WorkerListener listener, Map<String, JobBody> bodies) {
    return new AsyncWorker(
            new ObservedJobStore(store, listener), bodies, config, database.workerEnvironment())
        .start();
  }

  /** As many places as the subplans of the plan may take; they wait for commands and models. */
  private static WorkerConfig foreground(Plan plan) {
    WorkerConfig defaults = WorkerConfig.defaults();
    int places =
        plan.brief().execution() instanceof Work.BySubplans work ? work.rules().maxParallel() : 1;
    return defaults
        .withName("foreground-" + ProcessHandle.current().pid())
        .withGroup(plan.kind().root().toString())
        .withMaxConcurrency(Math.max(places, defaults.maxConcurrency()));
  }
}
