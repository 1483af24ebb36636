package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.clash.ClashPolicy;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief.Reviews;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.engine.tool.WorkPlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to create a plan.
 *
 * @param project the project it works on
 * @param title its action, goal and automation profile
 * @param actors decide and do the work
 * @param checks the validations of its result
 * @param findings the obstacles that are known already
 * @param place the folder in which the command of a command actor runs
 * @param delivery how the result reaches the user's repositories
 */
public record NewPlan(
    Project project,
    Title title,
    Actors actors,
    List<ValidationSpec> checks,
    List<PreflightFinding> findings,
    WorkPlace place,
    Delivery delivery) {

  /** A plan that works at the top of its resources and is delivered as usual. */
  public NewPlan(
      Project project,
      Title title,
      Actors actors,
      List<ValidationSpec> checks,
      List<PreflightFinding> findings) {
    this(project, title, actors, checks, findings, WorkPlace.TOP, Delivery.USUAL);
  }

  public NewPlan {
    checks = List.copyOf(checks);
    findings = List.copyOf(findings);
  }

  /**
   * The name of the plan and the way it runs.
   *
   * @param readOnly whether it may change nothing
   * @param budget what it may spend on models
   * @param subplans how the subplans run that its actor asks for
   */
  public record Title(
      String action,
      String goal,
      String profile,
      boolean readOnly,
      Budget budget,
      SubplanRules subplans) {

    /** A title with the usual rules for subplans. */
    public Title(String action, String goal, String profile, boolean readOnly, Budget budget) {
      this(action, goal, profile, readOnly, budget, SubplanRules.STANDARD);
    }
  }

  /**
   * The same, with its work done by one subplan for each of these files.
   *
   * @param onClash what is done when checks fail on the merged files; null for the default
   */
  public NewPlan each(List<String> files, SubplanRules rules, @Nullable ClashPolicy onClash) {
    Work execution = actors.execution();
    Work.ByCommand command = execution instanceof Work.ByCommand it ? it : null;
    // A repair runs on the merged files, so it is the parent's.
    Work each = command == null ? execution : command.with(command.line(), null);
    String fix = command == null ? null : command.fix();
    Work.BySubplans split =
        new Work.BySubplans(
            files.stream()
                .map(file -> new Subplan(file, goal(execution, file), each, file, List.of()))
                .toList(),
            rules,
            command == null || fix == null ? null : command.with(fix, null));
    return new NewPlan(
        project,
        title,
        new Actors(new Work.Plain(), onClash == null ? split : split.on(onClash), actors.reviews()),
        checks,
        findings,
        place,
        delivery);
  }

  /** The same, with its goal split by this model; every part is done by the actor of the work. */
  public NewPlan split(Work.ByModel model, SubplanRules rules) {
    Work each = actors.execution();
    return new NewPlan(
        project,
        title,
        new Actors(new Work.Splitter(model, each, rules), each, actors.reviews()),
        checks,
        findings,
        place,
        delivery);
  }

  /** A command gets the file apart; an agent must be told. */
  private String goal(Work execution, String file) {
    return execution instanceof Work.ByCommand
        ? title.goal()
        : "%s\n\nThis is your part: the file %s. Others work on the other files at the same time."
            .formatted(title.goal(), file);
  }

  /** The same with this budget. */
  public NewPlan with(Budget budget) {
    Title limited =
        new Title(
            title.action(),
            title.goal(),
            title.profile(),
            title.readOnly(),
            budget,
            title.subplans());
    return new NewPlan(project, limited, actors, checks, findings, place, delivery);
  }

  /** The same with its command in this folder. */
  public NewPlan in(WorkPlace other) {
    return new NewPlan(project, title, actors, checks, findings, other, delivery);
  }

  /** The same, delivered in this way. */
  public NewPlan with(Delivery other) {
    return new NewPlan(project, title, actors, checks, findings, place, other);
  }

  /** The same with this model in the place of every other. */
  public NewPlan with(ModelName model) {
    Actors answered =
        new Actors(
            actors.strategy().with(model),
            actors.execution().with(model),
            actors.reviews().with(model));
    return new NewPlan(project, title, answered, checks, findings, place, delivery);
  }

  /**
   * The actors of the plan.
   *
   * @param strategy the actor that decides
   * @param execution the actor that does the work
   * @param reviews who looks at the work of the others
   */
  public record Actors(Work strategy, Work execution, Reviews reviews) {

    /** Actors whose work no other actor looks at. */
    public Actors(Work strategy, Work execution) {
      this(strategy, execution, Reviews.NONE);
    }
  }
}
