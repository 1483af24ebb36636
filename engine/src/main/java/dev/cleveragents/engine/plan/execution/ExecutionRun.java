package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.ChangeEntry;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.change.ChangesetHandle;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.change.PlanExecutionContext;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.SandboxManager.Kept;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of the execute phase under one lease: its sandboxes, its means to record steps, and its
 * position. Confined to the thread that runs the phase.
 */
final class ExecutionRun {

  private static final Logger log = LoggerFactory.getLogger(ExecutionRun.class);

  /** As many files that the user has edited are named. */
  private static final int MOST_NAMED = 5;

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
  private int stepsOfUser;

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
    this.stepsOfUser = stepsOfUser(done);
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

  /** How many steps of its actor are stored as done. */
  int doneByActor() {
    return done - stepsOfUser;
  }

  /** How many of these first steps are not of its actor. */
  int stepsOfUser(int upToStep) {
    return services
        .database()
        .read(transaction -> new DecisionRows(transaction).stepsOfUser(plan.id(), upToStep));
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

  /**
   * Opens the sandboxes with the files of the steps done. What the user has edited in them since is
   * recorded as a step.
   */
  void open() throws InterruptedException {
    if (done == 0) {
      context.startOver();
    }
    boolean edited = services.sandboxes().isOpened(plan.id());
    List<ChangeEntry> entries = new Changesets(services.database()).entries(plan.id(), done);
    List<Sandbox> opened = new ArrayList<>();
    List<ResourceTrees.Part> recorded = new ArrayList<>();
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
      recorded.add(new ResourceTrees.Part(name, recorded(sandbox, changes, edited)));
    }
    sandboxes = new SandboxGroup(opened);
    if (edited) {
      try {
        recordEdits(new ResourceTrees(recorded), token);
      } catch (OperationException e) {
        // The user can change what cannot be recorded.
        handOver();
        throw e;
      }
    }
    if (done == 0) {
      services.commands().bounds().unwillingly().ifPresent(recorder::unconfined);
    }
  }

  /** The files of the steps done, which the sandbox gets unless the user may have edited it. */
  private Tree recorded(Sandbox sandbox, List<Change> changes, boolean edited)
      throws InterruptedException {
    ContentStore contents = new ContentStore(services.database());
    if (sandbox.isNew() && changes.isEmpty()) {
      return sandbox.baseTree();
    }
    return edited && !sandbox.isNew()
        ? sandbox.recorded(changes, contents::get, token)
        : sandbox.rebuild(changes, contents::get, token);
  }

  /**
   * Records the changes of the user since these files as the next step, if there are any.
   *
   * @throws OperationException if they cannot be recorded
   */
  void recordEdits(ResourceTrees before, CancellationToken within) throws InterruptedException {
    List<CapturedChange> changes = sandboxes.changes(before, sandboxes.look(within), within);
    if (changes.isEmpty()) {
      return;
    }
    int number = done + 1;
    ChangesetHandle changeset = context.startChangeset(number);
    ChangeOrigin origin = new ChangeOrigin("edit", "step-" + number, "user");
    changeset.recordAll(ResultBuilder.recorded(changes, origin));
    changeset.complete(edited(number, before, changes));
    done++;
    stepsOfUser++;
  }

  private Effects edited(int number, ResourceTrees before, List<CapturedChange> changes) {
    String files =
        changes.stream()
            .map(change -> sandboxes.nameOf(change.change()))
            .limit(MOST_NAMED)
            .collect(Collectors.joining(", "));
    int more = changes.size() - MOST_NAMED;
    String what = more > 0 ? "%s and %d more".formatted(files, more) : files;
    String step = "edited by the user: " + what;
    DecisionContent edit =
        DecisionContent.of(
            DecisionType.USER_EDIT, "What did the user change?", what, "edited in the sandbox");
    return recorder
        .checkpoint(Reason.BEFORE_TOOL, number, step, before, null)
        .and(recorder.deciding(number, edit))
        .and(recorder.done(number, AuditEvent.data("step", number, "what", step), "step.done"));
  }

  /** Hands the sandboxes to the user; no step of the plan runs in them until they are resumed. */
  void handOver() throws InterruptedException {
    for (Sandbox sandbox : sandboxes.all()) {
      services.sandboxes().opened(sandbox, job.lease());
    }
  }

  /** Marks the sandboxes whose work is complete; those of a subplan are of no further use. */
  void commit() {
    for (Sandbox sandbox : sandboxes.all()) {
      services.sandboxes().committed(sandbox, job.lease());
      if (plan.brief().part() != null) {
        services.sandboxes().remove(sandbox.id(), Kept.STORED);
      }
    }
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
