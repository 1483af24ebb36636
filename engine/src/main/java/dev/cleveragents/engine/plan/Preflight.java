package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.PlanBrief.Rules;
import dev.cleveragents.engine.plan.PlanBrief.Target;
import dev.cleveragents.engine.plan.PlanBrief.Work;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks a plan before it is created and reports every obstacle at once. */
public final class Preflight {

  private static final int LONGEST_GOAL = 100_000;

  private final SandboxManager sandboxes;
  private final Function<String, AutomationProfile> profiles;
  private final Scripts scripts;

  /**
   * @param profiles the profile of a name; throws where there is none
   */
  public Preflight(
      SandboxManager sandboxes, Function<String, AutomationProfile> profiles, Scripts scripts) {
    this.sandboxes = sandboxes;
    this.profiles = profiles;
    this.scripts = scripts;
  }

  /**
   * Settles what the plan will work on.
   *
   * @throws OperationException if it cannot work; the message has every finding
   */
  PlanBrief check(NewPlan wanted, CancellationToken token) throws InterruptedException {
    List<PreflightFinding> findings = new ArrayList<>(wanted.findings());
    if (wanted.title().goal().isBlank()) {
      findings.add(PreflightFinding.invalid("there is no goal; say what is to be done"));
    }
    if (wanted.title().goal().length() > LONGEST_GOAL) {
      findings.add(
          PreflightFinding.invalid(
              "the goal is longer than %,d characters".formatted(LONGEST_GOAL)));
    }
    List<Rules> rules = new ArrayList<>();
    attempt(findings, () -> rules.add(rules(wanted.title())));
    check(wanted.cast().strategy(), findings);
    if (wanted.cast().strategy() instanceof Work.ByCommand command) {
      findings.add(
          PreflightFinding.invalid(
              "the actor %s is a command, which cannot plan; leave strategy_actor out or name a scripted one"
                  .formatted(command.actor())));
    }
    check(wanted.cast().execution(), findings);
    if (wanted.cast().execution() instanceof Work.ByScript(var _, String yaml)) {
      List<Name> known = wanted.project().resources().stream().map(Resource::name).toList();
      attempt(
          findings,
          () -> {
            WorkSteps.unknownResources(scripts.read(yaml), known).stream()
                .map(PreflightFinding::invalid)
                .forEach(findings::add);
            return null;
          });
    }
    if (wanted.project().resources().isEmpty()) {
      findings.add(
          PreflightFinding.invalid(
              "the project %s has no resource; link one"
                  .formatted(wanted.project().name().forPeople())));
    }
    List<Target> targets = new ArrayList<>();
    for (Resource resource : wanted.project().resources()) {
      attempt(findings, () -> targets.add(target(resource, token)));
    }
    if (targets.size() == wanted.project().resources().size()) {
      attempt(findings, () -> apart(targets, token));
    }
    if (!findings.isEmpty()) {
      throw PreflightFinding.all(findings);
    }
    return new PlanBrief(
        wanted.cast().strategy(),
        wanted.cast().execution(),
        targets,
        wanted.checks(),
        rules.getFirst());
  }

  /**
   * The same brief from what its resources are now.
   *
   * @throws OperationException if one of them cannot be worked on
   */
  PlanBrief fromNow(PlanBrief brief, CancellationToken token) throws InterruptedException {
    List<Target> targets = new ArrayList<>();
    for (Target target : brief.targets()) {
      targets.add(target(target.resource(), token));
    }
    return brief.on(targets);
  }

  /**
   * The brief of a plan that takes back what another did.
   *
   * @throws OperationException if that cannot be done; see {@link UndoMerge}
   */
  PlanBrief undo(Plan done, List<ValidationSpec> always, CancellationToken token)
      throws InterruptedException {
    UndoMerge inverse = new UndoMerge(sandboxes, done);
    inverse.requireApplied();
    List<Target> targets = new ArrayList<>();
    for (Target target : done.brief().targets()) {
      targets.add(target(target.resource(), token));
    }
    inverse.requireClean(targets, token);
    return new PlanBrief(
        new Work.Plain(),
        new Work.Undo(done.id()),
        targets,
        UndoMerge.checks(done.brief(), always),
        new Rules(false, done.brief().rules().profile()));
  }

  private Target target(Resource resource, CancellationToken token) throws InterruptedException {
    String base = sandboxes.baseOf(resource, token);
    String branch = sandboxes.branchOf(resource, token);
    return new Target(resource, base, branch.isEmpty() ? null : branch);
  }

  private @Nullable Object apart(List<Target> targets, CancellationToken token)
      throws InterruptedException {
    sandboxes.requireApart(targets.stream().map(Target::resource).toList(), token);
    return null;
  }

  private void check(Work work, List<PreflightFinding> findings) throws InterruptedException {
    switch (work) {
      case Work.Plain(), Work.Undo _ -> {}
      case Work.ByCommand command -> {
        if (command.line().isBlank()) {
          findings.add(
              PreflightFinding.invalid(
                  "the command of actor %s is empty".formatted(command.actor())));
        }
        if (!command.deadline().isPositive()) {
          findings.add(
              PreflightFinding.invalid(
                  "the deadline of actor %s must be above zero".formatted(command.actor())));
        }
        attempt(findings, () -> WorkSteps.requireFillable(command));
      }
      case Work.ByScript(var _, String yaml) -> attempt(findings, () -> scripts.read(yaml));
    }
  }

  private Rules rules(NewPlan.Title title) {
    Rules rules = new Rules(title.readOnly(), profiles.apply(title.profile()));
    if (rules.before(PlanPhase.STRATEGIZE, null) == Verdict.REFUSE) {
      throw OperationException.invalid(
          "the profile %s does not allow the phase strategize, and is not attended"
              .formatted(title.profile()));
    }
    return rules;
  }

  private static void attempt(List<PreflightFinding> findings, Look check)
      throws InterruptedException {
    try {
      check.look();
    } catch (OperationException e) {
      findings.add(PreflightFinding.of(e));
    }
  }

  /** A check that may throw; its return value is ignored. */
  private interface Look {
    @Nullable Object look() throws InterruptedException;
  }
}
