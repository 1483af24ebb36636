package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.actor.AgentLimits;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.definition.Action;
import dev.cleveragents.engine.definition.ActionPart;
import dev.cleveragents.engine.definition.Actor;
import dev.cleveragents.engine.definition.ActorPresets;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.definition.CommandActor;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.Definitions;
import dev.cleveragents.engine.definition.LlmActor;
import dev.cleveragents.engine.definition.ScriptedActor;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.brief.PlanBrief.Reviews;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.OperationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns an action, or a goal in one line, into a request for a plan. A missing definition becomes a
 * finding of the request, so that {@link Preflight} reports all findings at once.
 */
public final class PlanDrafts {

  private static final String PROFILE_OF_ACTIONS = "supervised";
  private static final String PROFILE_OF_GOALS = "trusted";
  private static final Duration DEADLINE_OF_PARTS = Duration.ofHours(1);

  private final Definitions definitions;
  private final String searchPath;

  /**
   * Drafts plans with these definitions.
   *
   * @param searchPath the folders in which the programs of actors are looked for
   */
  public PlanDrafts(Definitions definitions, String searchPath) {
    this.definitions = definitions;
    this.searchPath = searchPath;
  }

  /** The actor that works towards a goal. */
  public sealed interface Doer {

    /** A command line. */
    record Line(Work.ByCommand command) implements Doer {}

    /**
     * A language model that no actor was defined for.
     *
     * @param plans whether it plans before it works
     * @param mcp the MCP servers whose tools it may call
     */
    record Model(ModelName model, boolean plans, List<Name> mcp) implements Doer {

      public Model {
        mcp = List.copyOf(mcp);
      }
    }

    /**
     * An actor that was defined.
     *
     * @param fix what runs instead when a check has failed, or null
     */
    record Named(Name actor, @Nullable String fix) implements Doer {}
  }

  /**
   * A plan for a goal in words.
   *
   * @param profile how far it may go, or null for what the project says
   * @param checks beside those of the project
   */
  public NewPlan ofGoal(
      Project project,
      String goal,
      Doer doer,
      @Nullable String profile,
      List<ValidationSpec> checks) {
    List<PreflightFinding> findings = new ArrayList<>();
    Work work = work(doer, findings);
    List<ValidationSpec> all = validations(project.settings().validations(), findings);
    return new NewPlan(
        project,
        new NewPlan.Title(
            "run",
            goal,
            profile(profile, null, project, PROFILE_OF_GOALS),
            false,
            Budget.UNLIMITED),
        new NewPlan.Actors(
            doer instanceof Doer.Model(_, var plans, _) && plans ? work : strategyOf(work),
            work,
            new Reviews(null, null, null, project.settings().invariants())),
        Stream.concat(all.stream(), checks.stream()).toList(),
        findings);
  }

  private Work work(Doer doer, List<PreflightFinding> findings) {
    return switch (doer) {
      case Doer.Line(Work.ByCommand command) -> command;
      case Doer.Model(ModelName model, _, List<Name> mcp) ->
          new Work.ByModel(
              model.toString(), List.of(model), AgentLimits.STANDARD, "", servers(mcp, findings));
      case Doer.Named(Name actor, String fix) -> work(actor, fix, findings);
    };
  }

  /**
   * An actor alone, for a part of a plan that exists.
   *
   * @throws OperationException if it or its program is missing
   */
  public Work actor(Doer doer) {
    List<PreflightFinding> findings = new ArrayList<>();
    Work work = work(doer, findings);
    if (!findings.isEmpty()) {
      throw OperationException.invalid(findings.getFirst().text());
    }
    return work;
  }

  /**
   * A plan of an action.
   *
   * @param profile how far it may go, or null for what the action or the project says
   * @throws OperationException if there is no such action, or if the arguments do not fit it
   */
  public NewPlan ofAction(
      Project project, Name name, Map<String, String> arguments, @Nullable String profile) {
    Action action = definitions.get(DefinitionKind.ACTION, name);
    Map<String, String> bound = action.bind(arguments);
    List<PreflightFinding> findings = new ArrayList<>();
    Work execution = work(action.actors().execution(), null, findings);
    Work doing =
        action.terms().parts().isEmpty() ? execution : split(action, bound, execution, findings);
    Name strategy = action.actors().strategy();
    Work planning = strategy == null ? strategyOf(doing) : work(strategy, null, findings);
    Reviews reviews =
        new Reviews(
            optional(action.actors().estimation(), findings),
            optional(action.actors().review(), findings),
            optional(action.actors().invariant(), findings),
            invariants(project, action.terms().invariants(), bound));
    return new NewPlan(
        project,
        new NewPlan.Title(
            action.name().forPeople(),
            goal(action, bound),
            profile(profile, action.terms().profile(), project, PROFILE_OF_ACTIONS),
            action.terms().conduct().readOnly(),
            Budget.UNLIMITED,
            action.terms().subplans()),
        new NewPlan.Actors(planning, doing, reviews),
        validations(
            Stream.concat(
                    project.settings().validations().stream(),
                    action.terms().validations().stream())
                .distinct()
                .toList(),
            findings),
        findings);
  }

  private Work split(
      Action action, Map<String, String> bound, Work usual, List<PreflightFinding> findings) {
    String whole = goal(action, bound);
    return new Work.BySubplans(
        action.terms().parts().stream()
            .map(part -> subplan(part, bound, new SubplanDraft(whole, usual), findings))
            .toList(),
        action.terms().subplans(),
        null);
  }

  private Subplan subplan(
      ActionPart part,
      Map<String, String> bound,
      SubplanDraft draft,
      List<PreflightFinding> findings) {
    String line = part.doer().exec();
    Name actor = part.doer().actor();
    Work work =
        line != null
            ? new Work.ByCommand("exec", line, null, DEADLINE_OF_PARTS, List.of())
            : actor != null ? work(actor, null, findings) : draft.usual();
    return draft.subplan(
        new SubplanDraft.Part(
            part.name(),
            Template.of(part.goal()).fill(bound),
            part.file(),
            part.dependsOn(),
            profile(part.profile(), findings)),
        work);
  }

  private @Nullable AutomationProfile profile(
      @Nullable Name name, List<PreflightFinding> findings) {
    try {
      return name == null ? null : definitions.profile(name);
    } catch (OperationException e) {
      findings.add(PreflightFinding.of(e));
      return null;
    }
  }

  /**
   * The checks of a project, which every plan on it has to pass.
   *
   * @throws OperationException if a check that the project names is not there
   */
  public List<ValidationSpec> always(Project project) {
    return project.settings().validations().stream()
        .map(name -> definitions.get(DefinitionKind.VALIDATION, name))
        .toList();
  }

  private static String goal(Action action, Map<String, String> bound) {
    String description = Template.of(action.wording().description()).fill(bound);
    String done = Template.of(action.wording().definitionOfDone()).fill(bound);
    return done.isBlank() ? description : description + "\n\nDone when: " + done;
  }

  /** The requested profile, else the one of the action, the project, or the default. */
  private static String profile(
      @Nullable String asked, @Nullable Name ofAction, Project project, String usual) {
    if (asked != null) {
      return Name.of(asked).forPeople();
    }
    Name other = ofAction == null ? project.settings().profile() : ofAction;
    return other == null ? usual : other.forPeople();
  }

  /** A scripted actor also plans its work; a command has nothing to plan. */
  public static Work strategyOf(Work execution) {
    return execution instanceof Work.ByScript script ? script : new Work.Plain();
  }

  private static List<String> invariants(
      Project project, List<String> ofAction, Map<String, String> bound) {
    return Stream.concat(
            project.settings().invariants().stream(),
            ofAction.stream().map(text -> Template.of(text).fill(bound)))
        .distinct()
        .toList();
  }

  private @Nullable Work optional(@Nullable Name name, List<PreflightFinding> findings) {
    return name == null ? null : work(name, null, findings);
  }

  private Work work(Name name, @Nullable String fix, List<PreflightFinding> findings) {
    try {
      Actor actor = definitions.actor(name);
      return switch (actor) {
        case CommandActor command -> {
          ActorPresets.missing(command, searchPath)
              .ifPresent(why -> findings.add(PreflightFinding.notFound(why)));
          yield new Work.ByCommand(
              name.forPeople(),
              command.line(),
              fix,
              command.deadline(),
              command.environment(),
              command.program().output(),
              0);
        }
        case LlmActor llm ->
            new Work.ByModel(
                name.forPeople(),
                llm.models(),
                llm.limits(),
                llm.instructions(),
                servers(llm.mcp(), findings));
        case ScriptedActor _ ->
            new Work.ByScript(
                name.forPeople(), definitions.show(DefinitionKind.ACTOR, name).yaml());
      };
    } catch (OperationException e) {
      findings.add(PreflightFinding.of(e));
      return new Work.Plain();
    }
  }

  private List<String> servers(List<Name> names, List<PreflightFinding> findings) {
    List<String> found = new ArrayList<>();
    for (Name name : names.stream().distinct().toList()) {
      try {
        definitions.get(DefinitionKind.MCP, name);
        found.add(definitions.show(DefinitionKind.MCP, name).yaml());
      } catch (OperationException e) {
        findings.add(PreflightFinding.of(e));
      }
    }
    return found;
  }

  private List<ValidationSpec> validations(List<Name> names, List<PreflightFinding> findings) {
    List<ValidationSpec> found = new ArrayList<>();
    for (Name name : names) {
      try {
        found.add(definitions.get(DefinitionKind.VALIDATION, name));
      } catch (OperationException e) {
        findings.add(PreflightFinding.of(e));
      }
    }
    return found;
  }
}
