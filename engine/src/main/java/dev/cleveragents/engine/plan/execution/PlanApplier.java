package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.check.ValidationRows;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanRows;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.ChangeSelectionRows;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.apply.ApplyService;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Applied;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.ApplyRefused;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.Conflicts;
import dev.cleveragents.workspace.apply.request.ApplyOutcome.TargetMoved;
import dev.cleveragents.workspace.apply.request.ApplyRequest;
import dev.cleveragents.workspace.apply.request.ApplyTarget;
import dev.cleveragents.workspace.apply.request.DirectoryTarget;
import dev.cleveragents.workspace.apply.request.GitTarget;
import dev.cleveragents.workspace.apply.request.LocalConflict;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.Changeset;
import dev.cleveragents.workspace.change.Changesets;
import dev.cleveragents.workspace.change.ContentStore;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.SandboxManager.Kept;
import dev.cleveragents.workspace.sandbox.store.SandboxRecord;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The apply phase: moves exactly the files that were checked and shown into the user's resources,
 * on exactly the base they were made from. If a branch has moved, the plan is rebased first.
 */
final class PlanApplier {

  private static final Logger log = LoggerFactory.getLogger(PlanApplier.class);

  /** How often the plan is rebased when its branch moves again while the merge is checked. */
  static final int MOST_MOVES = 3;

  private final PlanServices services;
  private final ApplyService apply;
  private final AsyncJob job;
  private final boolean asks;
  private Plan plan;

  /**
   * @param asks whether the plan's profile requires that a person has seen what is applied
   */
  PlanApplier(PlanServices services, ApplyService apply, Plan plan, AsyncJob job, boolean asks) {
    this.services = services;
    this.apply = apply;
    this.plan = plan;
    this.job = job;
    this.asks = asks;
  }

  /** The outcome of an apply. */
  sealed interface ApplyOutcome {

    /**
     * The result is applied.
     *
     * @param commits the new commit of each git resource, by the resource's name
     */
    record Done(Map<String, @Nullable Object> summary, Map<String, String> commits)
        implements ApplyOutcome {}

    /**
     * Nothing was changed; the user has to resolve this first.
     *
     * @param next the step that continues from there
     */
    record Refused(String message, String hint, NextAction next) implements ApplyOutcome {}
  }

  ApplyOutcome run(CancellationToken token) throws InterruptedException {
    Optional<ChangeSelection> selection =
        services.database().read(transaction -> new ChangeSelectionRows(transaction).of(plan.id()));
    if (selection.isPresent()) {
      switch (new PlanSplitter(services, plan, job, token).split(selection.get())) {
        case PlanSplitter.SplitOutcome.Ready(Plan part) -> plan = part;
        case PlanSplitter.SplitOutcome.NotSplit(String message) -> {
          return refused(
              message, "Nothing was applied. Choose other hunks, or apply the whole plan");
        }
      }
    }
    for (int moves = 0; ; moves++) {
      if (plan.changesNothing()) {
        return new ApplyOutcome.Done(AuditEvent.data("changed", 0), Map.of());
      }
      List<String> unproven = unproven();
      if (!unproven.isEmpty()) {
        return new ApplyOutcome.Refused(
            "Required checks have not passed on exactly what would be applied: "
                + String.join(", ", unproven),
            "Nothing was changed. Replan, so that the checks are run",
            NextAction.of(Verb.REPLAN, plan.id(), "checks have not passed"));
      }
      CommitHooks hooks = new CommitHooks(services, plan, job, token);
      switch (apply.apply(request(), hooks, token)) {
        case Applied applied -> {
          removeSandboxes(token);
          return new ApplyOutcome.Done(summary(applied, hooks.hints()), commits(applied));
        }
        case ApplyRefused(List<LocalConflict> overlaps) -> {
          boolean pathsOnly = overlaps.stream().noneMatch(overlap -> overlap.path().isEmpty());
          return refused(
              (pathsOnly ? "You have local changes in: " : "It cannot be applied: ")
                  + paths(overlaps),
              pathsOnly
                  ? "Nothing was changed. Commit, move or stash them, then apply again"
                  : "Nothing was changed. If a hook refuses the files, open the plan's sandbox, edit them,"
                      + " and check them; otherwise fix the cause. Then apply again");
        }
        case Conflicts(List<LocalConflict> paths) -> {
          return new ApplyOutcome.Refused(
              "The branch has moved, and its changes conflict with the plan: " + paths(paths),
              "Nothing was changed. Undo one side, or replan from the current state of the branch",
              NextAction.of(Verb.REPLAN, plan.id(), "the branch has moved"));
        }
        case TargetMoved moved -> {
          Optional<ApplyOutcome> stopped = follow(moved, moves, token);
          if (stopped.isPresent()) {
            return stopped.get();
          }
        }
      }
    }
  }

  private ApplyRequest request() {
    String message = new CommitMessage(plan, services.journal().audit()::redact).text();
    return new ApplyRequest(plan.id(), job.lease(), message, trailers(), targets());
  }

  /**
   * Rebases the plan onto its branches as they are now; returns why it is not applied there, if so.
   */
  private Optional<ApplyOutcome> follow(TargetMoved moved, int moves, CancellationToken token)
      throws InterruptedException {
    if (moves == MOST_MOVES) {
      return Optional.of(
          refused(
              "The branch has moved %d times while its changes were being checked with the plan's"
                  .formatted(MOST_MOVES + 1),
              "Nothing was changed; apply again when nothing moves the branch"));
    }
    switch (new PlanRebaser(services, job, token).follow(plan, moved)) {
      case PlanRebaser.RebaseOutcome.AsShown(Plan now) -> plan = now;
      case PlanRebaser.RebaseOutcome.Differs(Plan now, String what) -> {
        plan = now;
        if (asks) {
          return Optional.of(
              refused(
                  "The branch has moved (%s), so the plan was rebased: its changes pass the checks, but differ from what was shown"
                      .formatted(what),
                  "Nothing was changed; the plan's diff shows what would be applied now"));
        }
      }
      case PlanRebaser.RebaseOutcome.Fails(String what, ValidationFindings findings) -> {
        return Optional.of(
            new ApplyOutcome.Refused(
                "The branch has moved (%s), and merged with its new commits the plan fails required checks: %s"
                    .formatted(what, findings.text().strip()),
                "Nothing was changed. Replan from the current state of the branch",
                NextAction.of(Verb.REPLAN, plan.id(), "the branch has moved")));
      }
    }
    return Optional.empty();
  }

  private ApplyOutcome.Refused refused(String message, String hint) {
    return new ApplyOutcome.Refused(message, hint, NextAction.of(Verb.APPLY_PLAN, plan.id()));
  }

  private Optional<String> waiver() {
    return services
        .database()
        .read(transaction -> Decision.waiver(new DecisionRows(transaction).of(plan.id())));
  }

  private List<String> unproven() {
    if (waiver().isPresent()) {
      return List.of();
    }
    String tree = ResultPublisher.tree(plan.results()).id();
    return services
        .database()
        .read(
            transaction ->
                new ValidationRows(transaction).unproven(plan.id(), plan.brief().checks(), tree));
  }

  /** Removes the sandboxes: their result is in the user's repository now. */
  private void removeSandboxes(CancellationToken token) throws InterruptedException {
    for (SandboxRecord sandbox : services.sandboxes().of(plan.id())) {
      if (sandbox.state() == SandboxState.COMMITTED) {
        try {
          services.sandboxes().remove(sandbox.id(), Kept.APPLIED);
        } catch (OperationException e) {
          log.warn("Sandbox {} of plan {} is left: {}", sandbox.id(), plan.id(), e.getMessage());
        }
      }
    }
    services.sandboxes().inventory().removeEmptyFolder(plan.id());
    List<PlanId> tree =
        services.database().read(transaction -> new PlanRows(transaction).tree(plan.id()));
    for (PlanBrief.Target target : plan.brief().targets()) {
      try {
        services.sandboxes().unpin(tree, target.resource(), token);
      } catch (OperationException | GitException e) {
        log.warn("The base of plan {} stays pinned: {}", plan.id(), e.getMessage());
      }
    }
  }

  private Map<String, String> trailers() {
    Map<String, String> trailers = new LinkedHashMap<>();
    trailers.put("CleverAgents-Plan", plan.id().toString());
    String changesets =
        new Changesets(services.database())
            .of(plan.id()).stream()
                .filter(changeset -> changeset.status() == Changeset.Status.COMPLETE)
                .map(changeset -> changeset.id().toString())
                .collect(Collectors.joining(" "));
    if (!changesets.isEmpty()) {
      trailers.put("CleverAgents-Changesets", changesets);
    }
    waiver()
        .ifPresent(why -> trailers.put("CleverAgents-Checks-Ignored", why.replaceAll("\\s+", " ")));
    return trailers;
  }

  private List<ApplyTarget> targets() {
    List<Change> net = new Changesets(services.database()).net(plan.id());
    List<ApplyTarget> targets = new ArrayList<>();
    for (PlanBrief.Target target : plan.brief().targets()) {
      Resource resource = target.resource();
      String name = resource.name().toString();
      Plan.Result result = plan.resultOf(resource).filter(it -> it.changed() > 0).orElse(null);
      if (result == null) {
        continue;
      }
      targets.add(
          resource.type() == ResourceType.GIT_CHECKOUT
              ? new GitTarget(
                  resource,
                  target.branch() == null ? "HEAD" : target.branch(),
                  target.base(),
                  result.tree(),
                  plan.brief().delivery().destination())
              : new DirectoryTarget(
                  resource,
                  net.stream().filter(change -> change.resource().equals(name)).toList(),
                  new ContentStore(services.database())::get));
    }
    return targets;
  }

  private static String paths(List<LocalConflict> overlaps) {
    return overlaps.stream().map(PlanApplier::words).collect(Collectors.joining(", "));
  }

  private static String words(LocalConflict overlap) {
    return overlap.path().isEmpty()
        ? overlap.why()
        : "%s (%s)".formatted(overlap.path(), overlap.why());
  }

  private static Map<String, String> commits(Applied applied) {
    Map<String, String> commits = new LinkedHashMap<>();
    applied
        .targets()
        .forEach(
            it ->
                Optional.ofNullable(it.commit())
                    .ifPresent(commit -> commits.put(it.resource().toString(), commit)));
    return commits;
  }

  private Map<String, @Nullable Object> summary(Applied applied, List<String> notRun) {
    Map<String, @Nullable Object> summary = new LinkedHashMap<>();
    summary.put("changed", applied.targets().stream().mapToInt(it -> it.paths().size()).sum());
    List<@Nullable Object> commits = new ArrayList<>();
    applied.targets().forEach(target -> commits.add(target.commit()));
    summary.put("commits", commits);
    summary.put(
        "hints", Stream.concat(applied.hints().stream(), notRun.stream()).distinct().toList());
    summary.put("destination", plan.brief().delivery().destination().text());
    summary.put("kept", applied.kept().stream().map(PlanApplier::words).toList());
    return summary;
  }
}
