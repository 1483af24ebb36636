package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.git.BranchMerge;
import dev.cleveragents.workspace.apply.git.BranchMerge.Merged;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The merge that undoes an applied plan: a three-way merge of the current state with the plan's
 * base, on the plan's result as the merge base. Stateless and deterministic.
 *
 * @param done the plan that was applied
 */
public record UndoMerge(SandboxManager sandboxes, Plan done) {

  /**
   * Checks that there is something to undo.
   *
   * @throws OperationException if the plan was not applied, or changed nothing
   */
  void requireApplied() {
    if (done.status().state() != PlanState.APPLIED) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "Plan %s was not applied: it is %s, so there is nothing to undo"
              .formatted(done.id(), done.status().stage()),
          "Nothing was changed; to give it up, cancel it",
          NextAction.of(Verb.SHOW_PLAN, done.id()));
    }
    if (done.changesNothing()) {
      throw OperationException.conflict(
          "Plan %s changed nothing, so there is nothing to undo".formatted(done.id()),
          NextAction.of(Verb.LIST_PLANS));
    }
  }

  /**
   * Checks that the plan can be undone on these targets.
   *
   * @throws OperationException if nothing of it is left, or if later changes conflict with the
   *     undo; names the paths
   */
  void requireClean(List<Target> now, CancellationToken token) throws InterruptedException {
    List<LocalConflict> conflicts = new ArrayList<>();
    boolean nothing = true;
    for (Target target : now.stream().filter(this::isChanged).toList()) {
      Git git = sandboxes.repositoryOf(target.resource());
      requireThere(git, target, token);
      switch (merge(target, done.id(), false, token)) {
        case Merged.InConflict(List<LocalConflict> paths) -> conflicts.addAll(paths);
        case Merged.Clean(var merged) ->
            nothing &=
                merged.tree().equals(git.text(token, "rev-parse", target.base() + "^{tree}"));
      }
    }
    if (!conflicts.isEmpty()) {
      throw new OperationException(
          OperationException.Kind.CONFLICT,
          "Cannot undo plan %s, because later changes conflict with that: %s"
              .formatted(done.id(), words(conflicts)),
          "Nothing was changed. Undo the later changes first, or edit these files by hand",
          null);
    }
    if (nothing) {
      throw nothingLeft();
    }
  }

  private OperationException nothingLeft() {
    return switch (done.brief().delivery().destination()) {
      case Destination.CheckedOutBranch() ->
          OperationException.conflict(
              "Nothing of plan %s is left on the branch that is checked out now: it was undone, or was never on this branch"
                  .formatted(done.id()),
              NextAction.of(Verb.SHOW_DIFF, done.id()));
      case Destination.WorkTree() ->
          new OperationException(
              OperationException.Kind.CONFLICT,
              "Plan %s changed your files without a commit, and none has its changes now"
                  .formatted(done.id()),
              "To take them back, pass its patch to 'git apply -R'",
              NextAction.of(Verb.SAVE_DIFF, done.id()));
      case Destination.NewBranch(String name) ->
          new OperationException(
              OperationException.Kind.CONFLICT,
              "Plan %s was committed to the branch %s, not to the one that is checked out"
                  .formatted(done.id(), name),
              "To give it up, delete that branch: git branch -D " + name,
              NextAction.of(Verb.SHOW_DIFF, done.id()));
    };
  }

  /** Whether the plan that was applied changed anything there. */
  public boolean isChanged(Target target) {
    return done.resultOf(target.resource()).filter(it -> it.changed() > 0).isPresent();
  }

  /** Merges, and keeps the merged commit for a plan. */
  public Merged merge(Target target, PlanId plan, CancellationToken token)
      throws InterruptedException {
    return merge(target, plan, true, token);
  }

  private Merged merge(Target target, PlanId plan, boolean keep, CancellationToken token)
      throws InterruptedException {
    BranchMerge merging =
        BranchMerge.in(
            sandboxes.repositoryOf(target.resource()),
            plan,
            target.resource().name(),
            UlidGenerator.system().next(),
            token);
    try {
      return keep
          ? merging.merge(after(target), target.base(), before(target))
          : merging.tryOut(after(target), target.base(), before(target));
    } catch (IOException e) {
      throw OperationException.failed("Cannot undo plan %s: %s".formatted(done.id(), e), e);
    }
  }

  private void requireThere(Git git, Target target, CancellationToken token)
      throws InterruptedException {
    for (String needed : List.of(after(target), before(target))) {
      if (!git.ask(token, "rev-parse", "-q", "--verify", needed + "^{tree}").succeeded()) {
        throw new OperationException(
            OperationException.Kind.CONFLICT,
            "A state of the files of plan %s (%s) is not in %s any more"
                .formatted(done.id(), needed, target.resource().name().forPeople()),
            "Nothing was changed; if its commit is still on your branch, 'git revert' takes it"
                + " back",
            null);
      }
    }
  }

  private String after(Target target) {
    return done.resultOf(target.resource()).orElseThrow().tree();
  }

  private String before(Target target) {
    return done.brief().targets().stream()
        .filter(it -> it.resource().name().equals(target.resource().name()))
        .findFirst()
        .orElseThrow()
        .base();
  }

  public static String words(List<LocalConflict> conflicts) {
    return conflicts.stream()
        .map(it -> it.path() + " (" + it.why() + ")")
        .collect(Collectors.joining(", "));
  }

  /** The required checks, then those of the applied plan as optional ones. */
  static List<ValidationSpec> checks(PlanBrief brief, List<ValidationSpec> required) {
    List<ValidationSpec> checks = new ArrayList<>(required);
    for (ValidationSpec check : brief.checks()) {
      if (required.stream().noneMatch(it -> it.name().equals(check.name()))) {
        checks.add(check.optional());
      }
    }
    return checks;
  }
}
