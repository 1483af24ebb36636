package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.Action;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.engine.definition.Template;
import dev.cleveragents.engine.plan.Brief.Check;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.CleverAgents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan use}: makes a plan of an action. */
@Command(
    name = "use",
    description = "Make a plan of an action; plans it, and asks before it is carried out.")
final class PlanUseCommand implements AgentsCommand {

  @Parameters(paramLabel = "ACTION", description = "Its name.")
  String action = "";

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = "An argument of the action; may be given more than once.")
  Map<String, String> arguments = Map.of();

  @Option(names = "--project", paramLabel = "NAME", description = "Another project than this one.")
  @Nullable String project;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "How far it may go without asking; supervised by default.")
  @Nullable String profile;

  @Option(names = "--yes", description = "Carry out and apply without asking.")
  boolean yes;

  @Option(names = "--detach", description = "Leave the work to a worker that is running.")
  boolean detach;

  @Override
  public Result run(CommandContext context) {
    return Store.write(
        context,
        agents -> {
          if (detach) {
            Detached.requireWorker(agents);
          }
          Project on = ChosenProject.of(agents, project, context);
          Plan plan = RunCommand.make(agents, wanted(agents, on), context);
          return detach
              ? PlanStatusCommand.answer(agents, plan)
              : new Foreground(agents, context, yes).fromBeginning(plan.id());
        });
  }

  private NewPlan wanted(CleverAgents agents, Project on) {
    Action used = agents.definitions().get(DefinitionKind.ACTION, Name.of(action));
    Map<String, String> bound = used.bind(arguments);
    Work execution = Actors.named(agents, used.actors().execution(), null);
    Name strategy = used.actors().strategy();
    return new NewPlan(
        on,
        new NewPlan.Title(
            used.name().forPeople(),
            goal(used, bound),
            ChosenProfile.of(profile, used.terms().profile(), on, "supervised"),
            used.terms().conduct().readOnly()),
        strategy == null ? Actors.strategyOf(execution) : Actors.named(agents, strategy, null),
        execution,
        checks(agents, used, on));
  }

  private static String goal(Action used, Map<String, String> bound) {
    String description = Template.of(used.wording().description()).fill(bound);
    String done = Template.of(used.wording().definitionOfDone()).fill(bound);
    return done.isBlank() ? description : description + "\n\nDone when: " + done;
  }

  private static List<Check> checks(CleverAgents agents, Action used, Project on) {
    List<Name> names = new ArrayList<>(on.settings().validations());
    used.terms().validations().stream().filter(it -> !names.contains(it)).forEach(names::add);
    return Actors.validations(agents, names);
  }
}
