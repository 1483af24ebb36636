package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.apply.ApplyOutcome.Applied;
import dev.cleveragents.engine.apply.ApplyOutcome.ApplyRefused;
import dev.cleveragents.engine.apply.ApplyOutcome.Conflicts;
import dev.cleveragents.engine.apply.ApplyOutcome.TargetMoved;
import dev.cleveragents.engine.apply.ApplyRequest;
import dev.cleveragents.engine.apply.ApplyService;
import dev.cleveragents.engine.apply.DirectoryTarget;
import dev.cleveragents.engine.apply.GitTarget;
import dev.cleveragents.engine.apply.Overlap;
import dev.cleveragents.engine.apply.Target;
import dev.cleveragents.engine.change.Change;
import dev.cleveragents.engine.change.Changeset;
import dev.cleveragents.engine.change.Changesets;
import dev.cleveragents.engine.change.ContentStore;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.project.ResourceType;
import dev.cleveragents.engine.sandbox.SandboxManager.Kept;
import dev.cleveragents.engine.sandbox.SandboxRecord;
import dev.cleveragents.engine.sandbox.SandboxState;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.job.AsyncJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last phase: moves exactly the files that were checked and shown into the user's resources,
 * onto exactly what they were made from. Where a branch has moved, the plan follows it first.
 */
final class Applying {

  private static final Logger log = LoggerFactory.getLogger(Applying.class);

  /** How often a branch is followed that moves again while the merge is checked. */
  static final int MOST_MOVES = 3;

  private final Workshop workshop;
  private final ApplyService apply;
  private final AsyncJob job;
  private final boolean asks;
  private Plan plan;

  /**
   * @param asks whether the plan's profile wants a person to have seen what is applied
   */
  Applying(Workshop workshop, ApplyService apply, Plan plan, AsyncJob job, boolean asks) {
    this.workshop = workshop;
    this.apply = apply;
    this.plan = plan;
    this.job = job;
    this.asks = asks;
  }

  /** What came of it. */
  sealed interface Outcome {

    /**
     * It is there.
     *
     * @param commits what each git resource got, by its name
     */
    record Done(Map<String, @Nullable Object> summary, Map<String, String> commits)
        implements Outcome {}

    /**
     * Nothing was changed; somebody has to deal with this first.
     *
     * @param command that goes on from there
     */
    record Refused(String message, String hint, String command) implements Outcome {}
  }

  Outcome run(CancellationToken token) throws InterruptedException {
    Optional<Selection> selection =
        workshop.database().read(transaction -> new SelectionRows(transaction).of(plan.id()));
    if (selection.isPresent()) {
      switch (new Splitting(workshop, plan, job, token).split(selection.get())) {
        case Splitting.Outcome.Ready(Plan part) -> plan = part;
        case Splitting.Outcome.Refused(String message) -> {
          return refused(
              message,
              "Nothing was changed, and the plan is whole; choose otherwise, or apply all");
        }
      }
    }
    for (int moves = 0; ; moves++) {
      if (plan.changesNothing()) {
        return new Outcome.Done(Progress.data("changed", 0), Map.of());
      }
      List<String> unproven = unproven();
      if (!unproven.isEmpty()) {
        return new Outcome.Refused(
            "Required checks have not passed on exactly what would be applied: "
                + String.join(", ", unproven),
            "Nothing was changed; plan anew, so that they are run",
            "agents plan replan %s --reason 'checks have not passed'".formatted(plan.id()));
      }
      switch (apply.apply(request(), token)) {
        case Applied applied -> {
          removeSandboxes(token);
          return new Outcome.Done(summary(applied), commits(applied));
        }
        case ApplyRefused(List<Overlap> overlaps) -> {
          boolean pathsOnly = overlaps.stream().noneMatch(overlap -> overlap.path().isEmpty());
          return refused(
              (pathsOnly ? "These paths are yours: " : "It cannot be applied: ") + paths(overlaps),
              pathsOnly
                  ? "Commit, move or stash them, then apply again; nothing was changed"
                  : "Mend that, then apply again; nothing was changed");
        }
        case Conflicts(List<Overlap> paths) -> {
          return new Outcome.Refused(
              "The branch has moved, and what it has now does not go together with the plan: "
                  + paths(paths),
              "Nothing was changed; take back one side, or plan anew from what is there now",
              "agents plan replan %s --reason 'the branch has moved'".formatted(plan.id()));
        }
        case TargetMoved moved -> {
          Optional<Outcome> stopped = follow(moved, moves, token);
          if (stopped.isPresent()) {
            return stopped.get();
          }
        }
      }
    }
  }

  private ApplyRequest request() {
    return new ApplyRequest(plan.id(), job.lease(), message(), trailers(), targets());
  }

  /** Takes the plan to where its branches are now; says why it is not applied there, if so. */
  private Optional<Outcome> follow(TargetMoved moved, int moves, CancellationToken token)
      throws InterruptedException {
    if (moves == MOST_MOVES) {
      return Optional.of(
          refused(
              "The branch has moved %d times while its changes were being checked with the plan's"
                  .formatted(MOST_MOVES + 1),
              "Nothing was changed; apply again when it rests"));
    }
    switch (new Following(workshop, job, token).follow(plan, moved)) {
      case Following.Outcome.AsShown(Plan now) -> plan = now;
      case Following.Outcome.Differs(Plan now, String what) -> {
        plan = now;
        if (asks) {
          return Optional.of(
              refused(
                  "The branch has moved (%s) and the plan's changes with it: they pass the checks, but are not what was shown"
                      .formatted(what),
                  "Nothing was changed; 'agents plan diff %s' shows what would be applied now"
                      .formatted(plan.id())));
        }
      }
      case Following.Outcome.Fails(String what, Findings findings) -> {
        return Optional.of(
            new Outcome.Refused(
                "The branch has moved (%s), and together with what it has now the plan fails required checks: %s"
                    .formatted(what, findings.text().strip()),
                "Nothing was changed; plan anew from what is there now",
                "agents plan replan %s --reason 'the branch has moved'".formatted(plan.id())));
      }
    }
    return Optional.empty();
  }

  private Outcome.Refused refused(String message, String hint) {
    return new Outcome.Refused(message, hint, "agents plan apply " + plan.id());
  }

  private List<String> unproven() {
    String tree = Results.tree(plan.results()).id();
    return workshop
        .database()
        .read(
            transaction ->
                new ValidationRows(transaction).unproven(plan.id(), plan.brief().checks(), tree));
  }

  /** What was applied is in the user's repository; nobody needs the copies it was made in. */
  private void removeSandboxes(CancellationToken token) throws InterruptedException {
    for (SandboxRecord sandbox : workshop.sandboxes().of(plan.id())) {
      if (sandbox.state() == SandboxState.COMMITTED) {
        try {
          workshop.sandboxes().remove(sandbox.id(), Kept.APPLIED);
        } catch (PlanException e) {
          log.warn("Sandbox {} of plan {} is left: {}", sandbox.id(), plan.id(), e.getMessage());
        }
      }
    }
    workshop.sandboxes().inventory().removeEmptyFolder(plan.id());
    for (Brief.Target target : plan.brief().targets()) {
      try {
        workshop.sandboxes().unpin(plan.id(), target.resource(), token);
      } catch (PlanException | GitException e) {
        log.warn("The base of plan {} stays pinned: {}", plan.id(), e.getMessage());
      }
    }
  }

  private String message() {
    String goal = workshop.books().audit().redact(plan.kind().goal().strip());
    return goal.isEmpty() ? plan.kind().action() : goal;
  }

  private Map<String, String> trailers() {
    Map<String, String> trailers = new LinkedHashMap<>();
    trailers.put("CleverAgents-Plan", plan.id().toString());
    String changesets =
        new Changesets(workshop.database())
            .of(plan.id()).stream()
                .filter(changeset -> changeset.status() == Changeset.Status.COMPLETE)
                .map(changeset -> changeset.id().toString())
                .collect(Collectors.joining(" "));
    if (!changesets.isEmpty()) {
      trailers.put("CleverAgents-Changesets", changesets);
    }
    return trailers;
  }

  private List<Target> targets() {
    List<Change> net = new Changesets(workshop.database()).net(plan.id());
    List<Target> targets = new ArrayList<>();
    for (Brief.Target target : plan.brief().targets()) {
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
                  result.commit())
              : new DirectoryTarget(
                  resource,
                  net.stream().filter(change -> change.resource().equals(name)).toList(),
                  new ContentStore(workshop.database())::get));
    }
    return targets;
  }

  private static String paths(List<Overlap> overlaps) {
    return overlaps.stream().map(Applying::words).collect(Collectors.joining(", "));
  }

  private static String words(Overlap overlap) {
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

  private static Map<String, @Nullable Object> summary(Applied applied) {
    Map<String, @Nullable Object> summary = new LinkedHashMap<>();
    summary.put("changed", applied.targets().stream().mapToInt(it -> it.paths().size()).sum());
    List<@Nullable Object> commits = new ArrayList<>();
    applied.targets().forEach(target -> commits.add(target.commit()));
    summary.put("commits", commits);
    summary.put("hints", applied.hints());
    summary.put("kept", applied.kept().stream().map(Applying::words).toList());
    return summary;
  }
}
