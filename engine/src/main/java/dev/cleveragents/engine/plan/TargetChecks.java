package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.apply.request.Destination;
import dev.cleveragents.workspace.resource.ResourceType;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.util.List;

/**
 * Checks what is asked of the targets of a plan.
 *
 * @param findings gets what is in the way
 */
record TargetChecks(
    SandboxManager sandboxes, List<Target> targets, List<PreflightFinding> findings) {

  /** The folder in which commands run must be in the base. */
  void place(WorkPlace place, CancellationToken token) throws InterruptedException {
    if (place.folder().isEmpty()) {
      return;
    }
    for (Target target : targets) {
      boolean there =
          place.resource() == null
              ? target.equals(targets.getFirst())
              : target.resource().name().equals(place.resource());
      if (there && !has(target, place.folder(), token)) {
        findings.add(
            PreflightFinding.invalid(
                "the folder %s has no committed file, so it is not in the sandbox; commit one, or run from %s"
                    .formatted(place.folder(), target.resource().location())));
      }
    }
  }

  private boolean has(Target target, String folder, CancellationToken token)
      throws InterruptedException {
    return sandboxes
        .repositoryOf(target.resource())
        .ask(token, "ls-tree", "-d", "--full-tree", target.base(), "--", folder)
        .text()
        .startsWith("040000 tree ");
  }

  /** A new branch must have a valid name that is free in every repository. */
  void delivery(Delivery delivery, CancellationToken token) throws InterruptedException {
    if (!(delivery.destination() instanceof Destination.NewBranch branch)) {
      return;
    }
    for (Target target : targets) {
      String name = target.resource().name().forPeople();
      if (target.resource().type() != ResourceType.GIT_CHECKOUT) {
        findings.add(
            PreflightFinding.invalid(
                "%s is a plain directory, which has no branches; leave out --branch"
                    .formatted(name)));
        continue;
      }
      Git git = sandboxes.repositoryOf(target.resource());
      if (!git.ask(token, "check-ref-format", "--branch", branch.name()).succeeded()
          || branch.name().startsWith("@{")) {
        findings.add(
            PreflightFinding.invalid(
                "'%s' is not a valid name of a branch".formatted(branch.name())));
        return;
      }
      if (git.ask(token, "rev-parse", "-q", "--verify", branch.ref()).succeeded()) {
        findings.add(
            PreflightFinding.invalid(
                "the branch %s is already in %s; choose another name"
                    .formatted(branch.name(), name)));
      }
    }
  }
}
