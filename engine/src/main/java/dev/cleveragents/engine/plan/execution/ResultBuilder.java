package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.PlanTransaction;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint;
import dev.cleveragents.engine.plan.checkpoint.CheckpointRows;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.Effects;
import dev.cleveragents.workspace.LeaseFence;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.ChangeOrigin;
import dev.cleveragents.workspace.change.ChangesetHandle.Recorded;
import dev.cleveragents.workspace.change.PlanExecutionContext;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.SandboxManager.Kept;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds a plan's result from files that no actor made: a merge, a selection of its changes, or the
 * inverse of another plan. It puts the files into new sandboxes on their bases, runs the plan's
 * checks on exactly these files, and keeps a result that passes by a ref that also keeps the
 * earlier results. Only {@link #store} changes the plan, by one write under the lease. Used by one
 * thread.
 */
final class ResultBuilder {

  private final PlanServices services;
  private final Plan plan;
  private final AsyncJob job;
  private final CancellationToken token;

  ResultBuilder(PlanServices services, Plan plan, AsyncJob job, CancellationToken token) {
    this.services = services;
    this.plan = plan;
    this.job = job;
    this.token = token;
  }

  /** Writes files into a sandbox that holds its base, and returns their tree. */
  interface Filling {
    Tree fill(Sandbox sandbox, CancellationToken token) throws InterruptedException;
  }

  /** Writes the files of a tree that the resource's repository has. */
  static Filling with(String tree) {
    return (sandbox, token) -> {
      sandbox.restore(new Tree(tree), token);
      return new Tree(tree);
    };
  }

  /** Writes the files of the plan's present result. */
  static Filling asResultOf(Plan plan, Target target) {
    Optional<Plan.Result> result = plan.resultOf(target.resource());
    return result.isPresent() ? with(result.get().tree()) : (sandbox, token) -> sandbox.baseTree();
  }

  /**
   * The files that a resource gets.
   *
   * @param target the resource and the base of the files
   */
  record Wanted(Target target, Filling files) {}

  /**
   * The results, with the findings of the checks.
   *
   * @param findings of required checks that failed; if there are any, there are no results
   */
  record BuiltResult(
      List<Target> targets,
      List<Plan.Result> results,
      List<CapturedChange> changes,
      ValidationFindings findings) {}

  /** Builds the result and runs the checks. */
  BuiltResult make(List<Wanted> wanted) throws InterruptedException {
    List<Sandbox> opened = new ArrayList<>();
    List<ResourceTrees.Part> parts = new ArrayList<>();
    List<CapturedChange> changes = new ArrayList<>();
    for (Wanted each : wanted) {
      Sandbox sandbox = open(each.target());
      opened.add(sandbox);
      Tree tree = each.files().fill(sandbox, token);
      parts.add(new ResourceTrees.Part(sandbox.resource().toString(), tree));
      changes.addAll(sandbox.changes(sandbox.baseTree(), tree, token));
    }
    SandboxGroup group = new SandboxGroup(opened);
    ResourceTrees trees = new ResourceTrees(parts);
    if (!group.look(token).equals(trees)) {
      throw OperationException.failed(
          "The files cannot be laid out as they are to be applied, so they cannot be checked: git"
              + " changes them when it writes or reads them (line endings or filters)",
          null);
    }
    List<Target> targets = wanted.stream().map(Wanted::target).toList();
    ValidationFindings findings = new PlanValidator(services, plan, job, token).check(group, trees);
    if (!findings.none()) {
      opened.forEach(it -> services.sandboxes().errored(it, job.lease()));
      return new BuiltResult(targets, List.of(), changes, findings);
    }
    List<Plan.Result> results = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      results.add(publish(opened.get(i), parts.get(i).tree(), changes));
    }
    close(opened);
    return new BuiltResult(targets, results, changes, findings);
  }

  private Sandbox open(Target target) throws InterruptedException {
    return services
        .sandboxes()
        .open(plan.id(), target.resource(), target.base(), job.lease(), token);
  }

  private Plan.Result publish(Sandbox sandbox, Tree tree, List<CapturedChange> changes)
      throws InterruptedException {
    String name = sandbox.resource().toString();
    sandbox.publish(tree, earlier(plan, name), token);
    long changed = changes.stream().filter(it -> it.change().resource().equals(name)).count();
    List<String> notes =
        plan.results().stream()
            .filter(it -> it.resource().equals(name))
            .flatMap(it -> it.notes().stream())
            .toList();
    return new Plan.Result(name, tree.id(), (int) changed, notes);
  }

  /** The trees of a plan's present results of a resource. */
  static List<String> earlier(Plan plan, String resource) {
    return plan.results().stream()
        .filter(it -> it.resource().equals(resource))
        .map(Plan.Result::tree)
        .toList();
  }

  /**
   * Removes the sandboxes: their content is published, and the next ones of this lease need their
   * place.
   */
  private void close(List<Sandbox> opened) {
    for (Sandbox sandbox : opened) {
      services.sandboxes().committed(sandbox, job.lease());
      services.sandboxes().remove(sandbox.id(), Kept.STORED);
    }
  }

  /**
   * Stores the built result with the plan, which shows and applies it from now on. The earlier
   * result stays on record.
   *
   * @param changes the changes of the new result; null if they are those of the earlier one
   * @param what the event to append
   * @param beside effects to store in the same unit
   */
  Plan store(BuiltResult made, @Nullable List<Recorded> changes, Event what, Effects beside) {
    Effects recorded =
        changes == null
            ? Effects.none()
            : new PlanExecutionContext(
                    services.database(),
                    services.jobs(),
                    services.journal().ids(),
                    plan.id(),
                    job.lease())
                .only(Math.max(1, plan.status().counters().stepsDone()), changes);
    Effects restated =
        new PlanRecorder(services, plan.id(), job)
            .change(
                (moves, stored) ->
                    restate(
                        moves,
                        stored,
                        stored.with(stored.brief().on(made.targets())).with(made.results()),
                        what));
    new LeaseFence(services.jobs(), job.lease()).write(recorded.and(restated).and(beside));
    return services.database().read(transaction -> new PlanRows(transaction).require(plan.id()));
  }

  /**
   * Stores another brief or result of a plan in the same status. Its bases may differ then, so it
   * can no longer be rolled back to its earlier steps.
   */
  static Plan restate(PlanTransaction moves, Plan before, Plan after, Event what) {
    int round = before.status().counters().replans();
    new CheckpointRows(moves.transaction())
        .rollBackAfter(before.id(), new Checkpoint.Place(round, -1), moves.now());
    return moves.restate(before, after, what.type(), what.data());
  }

  /** The event in the log. */
  record Event(String type, Map<String, @Nullable Object> data) {}

  /** The changes captured in sandboxes, as they are recorded. */
  static List<Recorded> recorded(List<CapturedChange> changes, ChangeOrigin origin) {
    return changes.stream().map(captured -> captured.recorded(origin)).toList();
  }
}
