package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.project.Resource;
import dev.cleveragents.engine.sandbox.SandboxManager;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks, before a plan is made, for everything that would stop it; reports all of it at once. */
public final class Preflight {

  private static final int LONGEST_GOAL = 100_000;

  private final SandboxManager sandboxes;
  private final Gates gates;
  private final Scripts scripts;

  public Preflight(SandboxManager sandboxes, Gates gates, Scripts scripts) {
    this.sandboxes = sandboxes;
    this.gates = gates;
    this.scripts = scripts;
  }

  /**
   * Settles what the plan will work on.
   *
   * @throws PlanException if it cannot work; the message has every finding
   */
  Brief check(NewPlan wanted, CancellationToken token) throws InterruptedException {
    List<String> findings = new ArrayList<>();
    if (wanted.title().goal().isBlank()) {
      findings.add("there is no goal; say what is to be done");
    }
    if (wanted.title().goal().length() > LONGEST_GOAL) {
      findings.add("the goal is longer than %,d characters".formatted(LONGEST_GOAL));
    }
    attempt(findings, () -> gates.before(PlanPhase.APPLY, wanted.title().profile(), null));
    check(wanted.strategy(), findings);
    check(wanted.execution(), findings);
    if (wanted.project().resources().isEmpty()) {
      findings.add(
          "the project %s has no resource; link one"
              .formatted(wanted.project().name().forPeople()));
    }
    List<Target> targets = new ArrayList<>();
    for (Resource resource : wanted.project().resources()) {
      attempt(findings, () -> targets.add(target(resource, token)));
    }
    if (!findings.isEmpty()) {
      throw new PlanException(
          PlanException.Kind.INVALID,
          "The plan cannot be made: " + String.join("; ", findings),
          "Nothing was stored; mend this and ask again",
          null);
    }
    return new Brief(
        wanted.strategy(), wanted.execution(), targets, wanted.checks(), wanted.title().readOnly());
  }

  /**
   * The same brief from what its resources are now.
   *
   * @throws PlanException if one of them cannot be worked on
   */
  Brief anew(Brief brief, CancellationToken token) throws InterruptedException {
    List<Target> targets = new ArrayList<>();
    for (Target target : brief.targets()) {
      targets.add(target(target.resource(), token));
    }
    return new Brief(
        brief.strategy(), brief.execution(), targets, brief.checks(), brief.readOnly());
  }

  private Target target(Resource resource, CancellationToken token) throws InterruptedException {
    String base = sandboxes.baseOf(resource, token);
    String branch = sandboxes.branchOf(resource, token);
    return new Target(resource, base, branch.isEmpty() ? null : branch);
  }

  private void check(Work work, List<String> findings) throws InterruptedException {
    switch (work) {
      case Work.Plain() -> {}
      case Work.ByCommand command -> {
        if (command.line().isBlank()) {
          findings.add("the command of actor %s is empty".formatted(command.actor()));
        }
        attempt(findings, () -> WorkSteps.requireFillable(command));
      }
      case Work.ByScript(var _, String yaml) -> attempt(findings, () -> scripts.read(yaml));
    }
  }

  private static void attempt(List<String> findings, Look check) throws InterruptedException {
    try {
      check.look();
    } catch (PlanException e) {
      findings.add(String.valueOf(e.getMessage()));
    }
  }

  /** A check that may throw; what it returns is not of interest. */
  private interface Look {
    @Nullable Object look() throws InterruptedException;
  }
}
