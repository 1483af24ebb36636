package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.PlanExecutionContext;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the execute phase under one lease: its sandboxes, its means to record steps, and its
 * position. Confined to the thread that runs the phase.
 */
final class ExecutionRun {

  private static final Logger log = LoggerFactory.getLogger(ExecutionRun.class);

  private final PlanServices services;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;
  private final PlanExecutionContext context;
  private final PlanRecorder recorder;
  private final ToolStepRunner tools;
  private final ToolPermission permission;
  private SandboxGroup sandboxes = new SandboxGroup(List.of());
  private int done;

  ExecutionRun(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.plan = plan;
    this.job = job;
    this.token = token;
    this.context =
        new PlanExecutionContext(
            services.database(), services.jobs(), services.journal().ids(), plan.id(), job.lease());
    this.recorder = new PlanRecorder(services, plan.id(), job);
    this.tools = new ToolStepRunner(context, services, plan, recorder);
    this.permission = new ToolPermission(services, plan);
    this.done = plan.status().counters().stepsDone();
  }

  PlanServices services() {
    return services;
  }

  Plan plan() {
    return plan;
  }

  CancellationToken token() {
    return token;
  }

  PlanRecorder recorder() {
    return recorder;
  }

  ToolStepRunner tools() {
    return tools;
  }

  ToolPermission permission() {
    return permission;
  }

  PlanValidator validator() {
    return new PlanValidator(services, plan, job, token);
  }

  /** How many steps are stored as done. */
  int done() {
    return done;
  }

  /** Notes that the next step is stored as done. */
  void stepIsDone() {
    done++;
  }

  SandboxGroup sandboxes() {
    return sandboxes;
  }

  /** The sandbox of a resource; the first one if none is named. */
  Sandbox in(@Nullable Name resource) {
    return resource == null ? sandboxes.first() : sandboxes.of(resource);
  }

  /** Opens the sandboxes with the files of the steps done. */
  void open() throws InterruptedException {
    if (done == 0) {
      context.startOver();
    }
    List<ChangeEntry> entries = new Changesets(services.database()).entries(plan.id(), done);
    List<Sandbox> opened = new ArrayList<>();
    for (Target target : plan.brief().targets()) {
      String name = target.resource().name().toString();
      Sandbox sandbox =
          services
              .sandboxes()
              .resume(plan.id(), target.resource(), target.base(), job.lease(), token);
      opened.add(sandbox);
      List<Change> changes =
          entries.stream()
              .map(ChangeEntry::change)
              .filter(change -> change.resource().equals(name))
              .toList();
      if (!sandbox.isNew() || !changes.isEmpty()) {
        sandbox.rebuild(changes, new ContentStore(services.database())::get, token);
      }
    }
    sandboxes = new SandboxGroup(opened);
    if (done == 0) {
      services.commands().bounds().unwillingly().ifPresent(recorder::unconfined);
    }
  }

  /** Marks the sandboxes whose work is complete. */
  void commit() {
    sandboxes.all().forEach(it -> services.sandboxes().committed(it, job.lease()));
  }

  /** Marks the sandboxes in which the plan continues after an answer. */
  void await() {
    sandboxes.all().forEach(it -> services.sandboxes().waiting(it, job.lease()));
  }

  /** Keeps the sandboxes as they are; the next attempt opens new ones. */
  void fail() {
    try {
      sandboxes.all().forEach(it -> services.sandboxes().errored(it, job.lease()));
    } catch (OperationException e) {
      log.debug("The sandboxes of plan {} are left to the next owner", plan.id(), e);
    }
  }
}
