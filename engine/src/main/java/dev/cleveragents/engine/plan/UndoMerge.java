package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.PlanBrief.Target;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.BranchMerge;
import dev.cleveragents.workspace.apply.BranchMerge.Merged;
import dev.cleveragents.workspace.apply.LocalConflict;
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
   * Looks whether there is anything to take back.
   *
   * @throws OperationException if it was not applied, or changed nothing
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
   * Looks whether the plan can be taken back on top of these.
   *
   * @throws OperationException if nothing of it is left, or with the paths at which it does not go
   *     together with what came later
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
          "Plan %s cannot be taken back, because later changes conflict with that: %s"
              .formatted(done.id(), words(conflicts)),
          "Nothing was changed; undo what came later first, or edit these files by hand",
          null);
    }
    if (nothing) {
      throw OperationException.conflict(
          "Nothing is left of what plan %s did, on the branch that is checked out now: it was taken back, or is not there"
              .formatted(done.id()),
          NextAction.of(Verb.SHOW_DIFF, done.id()));
    }
  }

  /** Whether the plan that was applied changed anything there. */
  public boolean isChanged(Target target) {
    return done.resultOf(target.resource()).filter(it -> it.changed() > 0).isPresent();
  }

  /** Merges, and keeps the result for a plan. */
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
      throw OperationException.failed(
          "Plan %s cannot be taken back: %s".formatted(done.id(), e), e);
    }
  }

  private void requireThere(Git git, Target target, CancellationToken token)
      throws InterruptedException {
    for (String needed : List.of(after(target), before(target))) {
      if (!git.ask(token, "rev-parse", "-q", "--verify", needed + "^{tree}").succeeded()) {
        throw new OperationException(
            OperationException.Kind.CONFLICT,
            "A commit of plan %s (%s) is not in %s any more"
                .formatted(done.id(), needed, target.resource().name().forPeople()),
            "Nothing was changed; if its commit is still on your branch, 'git revert' takes it"
                + " back",
            null);
      }
    }
  }

  private String after(Target target) {
    return done.resultOf(target.resource()).orElseThrow().commit();
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

  /** Those that always have to pass, then the first plan's own, which need not. */
  static List<ValidationSpec> checks(PlanBrief brief, List<ValidationSpec> always) {
    List<ValidationSpec> checks = new ArrayList<>(always);
    for (ValidationSpec check : brief.checks()) {
      if (always.stream().noneMatch(it -> it.name().equals(check.name()))) {
        checks.add(check.optional());
      }
    }
    return checks;
  }
}
