package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.conflict.ConflictChoice.Delegated;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanConflicts;
import dev.cleveragents.engine.plan.SubplanResults;
import dev.cleveragents.workspace.merge.Conflict;
import dev.cleveragents.workspace.merge.ConflictText;
import dev.cleveragents.workspace.merge.MergeRepository;
import dev.cleveragents.workspace.merge.MergeStrategy;
import dev.cleveragents.workspace.merge.Merged;
import dev.cleveragents.workspace.merge.Merger;
import dev.cleveragents.workspace.merge.Resolution;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The merged results of some subplans in each sandbox of their parent. The files change only when
 * they are restored.
 */
final class SubplanTrees {

  private final ExecutionRun run;
  private final List<Plan> subplans;
  private final List<PlanConflict> known;
  private final Map<Sandbox, Merged> merged = new LinkedHashMap<>();
  private final Map<PlanConflict, ConflictText> marked = new HashMap<>();

  private SubplanTrees(ExecutionRun run, List<Plan> subplans) {
    this.run = run;
    this.subplans = subplans;
    this.known =
        run.services()
            .database()
            .read(transaction -> PlanConflicts.rows(transaction, run.plan()).all());
  }

  /** The merge without any choice. Where an actor is to choose, it has all sides with markers. */
  static SubplanTrees merge(ExecutionRun run, List<Plan> subplans) throws InterruptedException {
    SubplanTrees trees = new SubplanTrees(run, subplans);
    for (Sandbox sandbox : run.sandboxes().all()) {
      trees.merged.put(
          sandbox,
          trees
              .merger(sandbox)
              .merge(
                  sandbox.baseTree().id(),
                  SubplanResults.of(subplans, sandbox.resource()),
                  MergeStrategy.GIT_THREE_WAY,
                  run.token()));
    }
    for (PlanConflict each : trees.chosen()) {
      if (each.resolution() != null && each.resolution().choice() instanceof Delegated) {
        trees.mark(each);
      }
    }
    return trees;
  }

  /** The merge with all choices. */
  static SubplanTrees complete(ExecutionRun run, List<Plan> subplans) throws InterruptedException {
    SubplanTrees trees = merge(run, subplans);
    for (PlanConflict each : trees.chosen()) {
      trees.resolve(each);
    }
    return trees;
  }

  private Merger merger(Sandbox sandbox) throws InterruptedException {
    return new Merger(sandbox.merges(run.token()));
  }

  /** The conflicts for which there is a choice, in their order. */
  List<PlanConflict> chosen() {
    return known.stream().filter(it -> it.resolution() != null).toList();
  }

  /** The sandbox of a conflict. */
  Sandbox sandbox(PlanConflict conflict) {
    return merged.keySet().stream()
        .filter(it -> it.resource().toString().equals(conflict.resource()))
        .findFirst()
        .orElseThrow();
  }

  /** The file in which an actor resolves a conflict, if this merge has that. */
  Optional<ConflictText> marked(PlanConflict conflict) {
    return Optional.ofNullable(marked.get(conflict));
  }

  private void mark(PlanConflict conflict) throws InterruptedException {
    Sandbox sandbox = sandbox(conflict);
    Optional<Conflict> found = ConflictResolution.find(merged(sandbox), conflict);
    if (found.isEmpty()) {
      return;
    }
    MergeRepository repository = sandbox.merges(run.token());
    Optional<ConflictText> text =
        ConflictText.of(
            found.get(),
            repository.contents(ConflictText.objects(found.get()), run.token()),
            conflict.labels(PlanConflicts.names(subplans)));
    if (text.isPresent()) {
      marked.put(conflict, text.get());
      put(sandbox, conflict, new Resolution.Contents(text.get().bytes()));
    }
  }

  /** Puts the choice for a conflict in; false if this merge does not have that conflict. */
  boolean resolve(PlanConflict conflict) throws InterruptedException {
    Sandbox sandbox = sandbox(conflict);
    Optional<Resolution> resolution = ConflictResolution.of(conflict);
    if (resolution.isEmpty() || ConflictResolution.find(merged(sandbox), conflict).isEmpty()) {
      return false;
    }
    put(sandbox, conflict, resolution.get());
    return true;
  }

  private Merged merged(Sandbox sandbox) {
    return Objects.requireNonNull(merged.get(sandbox));
  }

  private void put(Sandbox sandbox, PlanConflict conflict, Resolution resolution)
      throws InterruptedException {
    merged.put(
        sandbox,
        merger(sandbox).resolve(merged(sandbox), conflict.path(), resolution, run.token()));
  }

  /** The conflicts that are still open. */
  List<PlanConflict> open() {
    List<PlanConflict> open = new ArrayList<>();
    merged.forEach(
        (sandbox, one) ->
            open.addAll(ConflictResolution.described(one.conflicts(), sandbox.resource())));
    return open;
  }

  /** Puts the merged files into the sandboxes. */
  void restore() throws InterruptedException {
    for (Map.Entry<Sandbox, Merged> each : merged.entrySet()) {
      each.getKey().restore(new Tree(each.getValue().tree()), run.token());
    }
  }
}
