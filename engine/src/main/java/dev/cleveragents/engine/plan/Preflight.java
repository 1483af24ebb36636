package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.Definitions;
import dev.cleveragents.engine.definition.Script;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ChatModels;
import dev.cleveragents.engine.model.ModelException;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.brief.PlanBrief.Rules;
import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.SandboxManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks a plan before it is created and reports every obstacle at once. */
public final class Preflight {

  private static final int LONGEST_GOAL = 100_000;

  private final SandboxManager sandboxes;
  private final Definitions definitions;
  private final ChatModels models;

  public Preflight(SandboxManager sandboxes, Definitions definitions, ChatModels models) {
    this.sandboxes = sandboxes;
    this.definitions = definitions;
    this.models = models;
  }

  /**
   * Checks a request, and returns the brief of its plan.
   *
   * @throws OperationException if there is an obstacle; the message has every finding
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
    check(wanted.actors().strategy(), findings);
    if (wanted.actors().strategy() instanceof Work.ByCommand command) {
      findings.add(
          PreflightFinding.invalid(
              "the actor %s is a command, which cannot plan; leave strategy_actor out or name a scripted one"
                  .formatted(command.actor())));
    }
    check(wanted.actors().execution(), findings);
    PlanBrief.Reviews reviews = wanted.actors().reviews();
    for (Work work :
        Stream.of(reviews.estimation(), reviews.review(), reviews.invariant())
            .flatMap(Stream::ofNullable)
            .toList()) {
      check(work, findings);
      if (!(work instanceof Work.ByModel)) {
        findings.add(
            PreflightFinding.invalid(
                "an actor that reviews, checks invariants or estimates must be of type llm"));
      }
    }
    if (wanted.actors().execution() instanceof Work.ByScript scripted) {
      List<Name> known = wanted.project().resources().stream().map(Resource::name).toList();
      attempt(findings, () -> findings.addAll(unknownResources(scripted.script(), known)));
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
      attempt(
          findings,
          () -> sandboxes.requireApart(targets.stream().map(Target::resource).toList(), token));
    }
    TargetChecks ready = new TargetChecks(sandboxes, targets, findings);
    ready.place(wanted.place(), token);
    ready.delivery(wanted.delivery(), token);
    if (!findings.isEmpty()) {
      throw PreflightFinding.all(findings);
    }
    return new PlanBrief(
        wanted.actors().strategy(),
        wanted.actors().execution(),
        targets,
        wanted.checks(),
        rules.getFirst(),
        wanted.actors().reviews(),
        wanted.place(),
        wanted.delivery(),
        null);
  }

  /**
   * The same brief, based on the current state of its resources.
   *
   * @throws OperationException if a resource cannot be worked on
   */
  PlanBrief fromNow(PlanBrief brief, CancellationToken token) throws InterruptedException {
    List<Target> targets = new ArrayList<>();
    for (Target target : brief.targets()) {
      targets.add(target(target.resource(), token));
    }
    return brief.on(targets);
  }

  /**
   * The brief of a plan that undoes an applied plan.
   *
   * @throws OperationException if that is impossible; see {@link UndoMerge}
   */
  PlanBrief undo(Plan done, List<ValidationSpec> required, CancellationToken token)
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
        UndoMerge.checks(done.brief(), required),
        new Rules(false, done.brief().rules().profile()),
        PlanBrief.Reviews.NONE);
  }

  /**
   * Checks that the result of a plan can be delivered so.
   *
   * @throws OperationException if not; the message has every finding
   */
  void requireDelivery(PlanBrief brief, Delivery delivery, CancellationToken token)
      throws InterruptedException {
    List<PreflightFinding> findings = new ArrayList<>();
    new TargetChecks(sandboxes, brief.targets(), findings).delivery(delivery, token);
    if (!findings.isEmpty()) {
      throw OperationException.invalid(
          findings.stream().map(PreflightFinding::text).collect(Collectors.joining("; ")));
    }
  }

  private Target target(Resource resource, CancellationToken token) throws InterruptedException {
    String base = sandboxes.baseOf(resource, token);
    String branch = sandboxes.branchOf(resource, token);
    return new Target(resource, base, branch.isEmpty() ? null : branch);
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
        attempt(findings, () -> requireFillable(command));
      }
      case Work.ByScript scripted -> attempt(findings, scripted::script);
      case Work.ByModel model -> check(model.models(), findings);
      case Work.Splitter splitter -> {
        check(splitter.model(), findings);
        check(splitter.each(), findings);
      }
      case Work.BySubplans split -> {
        attempt(findings, () -> SubplanCheck.require(split.subplans()));
        // Most have the same work: each is looked at once.
        for (Work each : split.subplans().stream().map(Subplan::work).distinct().toList()) {
          check(each, findings);
        }
      }
    }
  }

  /** A model without a key is passed over if another one can be asked. */
  private void check(List<ModelName> names, List<PreflightFinding> findings) {
    List<PreflightFinding> withoutKey = new ArrayList<>();
    for (ModelName name : names) {
      try {
        models.open(name);
      } catch (ModelException e) {
        boolean lacksKey = e.kind() == ModelException.Kind.AUTH;
        (lacksKey ? withoutKey : findings)
            .add(PreflightFinding.invalid(String.valueOf(e.getMessage())));
      }
    }
    if (withoutKey.size() == names.size()) {
      findings.addAll(withoutKey);
    }
  }

  /** Throws if quoting does not protect a placeholder at its position. */
  private static void requireFillable(Work.ByCommand command) {
    for (String line : Stream.of(command.line(), command.fix()).filter(Objects::nonNull).toList()) {
      Template.ofOnly(CommandActor.PLACEHOLDERS, line)
          .fillCommandLine(Map.of("goal", "", "file", "", "findings", ""));
    }
  }

  /** The resources that a script's steps name and the project does not have. */
  private static List<PreflightFinding> unknownResources(Script script, List<Name> known) {
    return Stream.concat(script.execute().stream(), script.onFindings().stream())
        .map(Preflight::resource)
        .flatMap(Stream::ofNullable)
        .filter(resource -> !known.contains(resource))
        .distinct()
        .map(resource -> PreflightFinding.of(SandboxGroup.unknown(resource, known)))
        .toList();
  }

  private static @Nullable Name resource(Script.Step step) {
    return switch (step) {
      case Script.UseTool use -> use.resource();
      case Script.WaitUntil wait -> wait.resource();
      case Script.Decide _, Script.WaitFor _, Script.Fail _ -> null;
    };
  }

  private Rules rules(NewPlan.Title title) {
    Rules rules =
        new Rules(
            title.readOnly(), definitions.profile(Name.of(title.profile())), title.subplans());
    if (rules.before(PlanPhase.STRATEGIZE, null) == Verdict.REFUSE) {
      throw OperationException.invalid(
          "profile %s requires approval for strategize, but does not allow asking (attended: false)"
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

  /** A check that throws what it finds. */
  private interface Look {
    void look() throws InterruptedException;
  }
}
