package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.apply.ApplyOutcome;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last phase: moves exactly the files that were checked and shown into the user's resources.
 */
final class Applying {

  private static final Logger log = LoggerFactory.getLogger(Applying.class);

  private final Workshop workshop;
  private final ApplyService apply;
  private final Plan plan;
  private final AsyncJob job;

  Applying(Workshop workshop, ApplyService apply, Plan plan, AsyncJob job) {
    this.workshop = workshop;
    this.apply = apply;
    this.plan = plan;
    this.job = job;
  }

  /** What came of it. */
  sealed interface Outcome {

    /** It is there. */
    record Done(Map<String, @Nullable Object> summary) implements Outcome {}

    /** Nothing was changed; somebody has to deal with this first. */
    record Refused(String message, String hint) implements Outcome {}
  }

  Outcome run(CancellationToken token) throws InterruptedException {
    if (plan.changesNothing()) {
      Map<String, @Nullable Object> summary = new LinkedHashMap<>();
      summary.put("changed", 0);
      return new Outcome.Done(summary);
    }
    List<String> unproven = unproven();
    if (!unproven.isEmpty()) {
      return new Outcome.Refused(
          "Required checks have not passed on exactly what would be applied: "
              + String.join(", ", unproven),
          "Nothing was changed; plan anew, so that they are run");
    }
    ApplyOutcome outcome =
        apply.apply(
            new ApplyRequest(plan.id(), job.lease(), message(), trailers(), targets()), token);
    return switch (outcome) {
      case Applied applied -> {
        removeSandboxes(token);
        yield new Outcome.Done(summary(applied));
      }
      case ApplyRefused(List<Overlap> overlaps) ->
          new Outcome.Refused(
              "These paths are yours: " + paths(overlaps),
              "Commit, move or stash them, then apply again; nothing was changed");
      case Conflicts(List<Overlap> paths) ->
          new Outcome.Refused(
              "The branch has moved, and both sides changed: " + paths(paths),
              "Nothing was changed; plan anew from what is there now");
      case TargetMoved moved ->
          new Outcome.Refused(
              "The branch has moved since the plan began, so what would be applied was never checked",
              "Nothing was changed; plan anew from what is there now");
    };
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
    for (Brief.Target target : plan.brief().targets()) {
      try {
        workshop.sandboxes().unpin(plan.id(), target.resource(), token);
      } catch (PlanException | GitException e) {
        log.warn("The base of plan {} stays pinned: {}", plan.id(), e.getMessage());
      }
    }
  }

  private String message() {
    String goal = plan.kind().goal().strip();
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
      Plan.Result result =
          plan.results().stream()
              .filter(it -> it.resource().equals(name) && it.changed() > 0)
              .findFirst()
              .orElse(null);
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
    return overlaps.stream()
        .map(overlap -> overlap.path() + " (" + overlap.why() + ")")
        .collect(Collectors.joining(", "));
  }

  private static Map<String, @Nullable Object> summary(Applied applied) {
    Map<String, @Nullable Object> summary = new LinkedHashMap<>();
    summary.put("changed", applied.targets().stream().mapToInt(it -> it.paths().size()).sum());
    List<@Nullable Object> commits = new ArrayList<>();
    applied.targets().forEach(target -> commits.add(target.commit()));
    summary.put("commits", commits);
    summary.put("hints", applied.hints());
    summary.put("kept", applied.kept().stream().map(Overlap::path).toList());
    return summary;
  }
}
