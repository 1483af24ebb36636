package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.merge.ChildResult;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The merged results of some subplans of a plan, in each of its sandboxes, with the choices that
 * users have made for conflicts.
 */
record SubplanTrees(Map<Sandbox, Merged> merged) {

  /** Merges; the files stay as they are. */
  static SubplanTrees merge(ExecutionRun run, List<Plan> subplans) throws InterruptedException {
    List<PlanConflict> known =
        run.services()
            .database()
            .read(transaction -> PlanConflicts.rows(transaction, run.plan()).all());
    Map<Sandbox, Merged> merged = new LinkedHashMap<>();
    for (Sandbox sandbox : run.sandboxes().all()) {
      Merger merger = new Merger(sandbox.merges(run.token()));
      Merged one =
          merger.merge(
              sandbox.baseTree().id(),
              results(subplans, sandbox.resource()),
              MergeStrategy.GIT_THREE_WAY,
              run.token());
      merged.put(
          sandbox,
          ConflictResolution.of(known, sandbox.resource()).apply(merger, one, run.token()));
    }
    return new SubplanTrees(merged);
  }

  /** The conflicts without a choice. */
  List<PlanConflict> open() {
    List<PlanConflict> open = new ArrayList<>();
    merged.forEach(
        (sandbox, one) ->
            open.addAll(ConflictResolution.described(one.conflicts(), sandbox.resource())));
    return open;
  }

  /** Puts the merged files into the sandboxes. */
  void restore(ExecutionRun run) throws InterruptedException {
    for (Map.Entry<Sandbox, Merged> each : merged.entrySet()) {
      each.getKey().restore(new Tree(each.getValue().tree()), run.token());
    }
  }

  /** What subplans made of a resource, in their order; those that changed nothing are left out. */
  static List<ChildResult> results(List<Plan> subplans, Name resource) {
    List<ChildResult> results = new ArrayList<>();
    for (Plan subplan : subplans) {
      String base =
          subplan.brief().targets().stream()
              .filter(it -> it.resource().name().equals(resource))
              .findFirst()
              .orElseThrow()
              .base();
      subplan.results().stream()
          .filter(it -> it.resource().equals(resource.toString()))
          .filter(it -> it.changed() > 0)
          .forEach(
              it ->
                  results.add(
                      new ChildResult(
                          results.size() + 1, subplan.id().toString(), base, it.tree())));
    }
    return results;
  }
}
