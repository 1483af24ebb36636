package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Brief.Check;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.CleverAgents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents run}: the whole road in one command. */
@Command(
    name = "run",
    description = {
      "Plan, execute, show the diff, ask, apply: on the project of this folder.",
      "The work is done in a private copy; your files change only when the result is applied.",
      "--exec finds the goal in AGENTS_GOAL and what failed checks said in AGENTS_FINDINGS; {goal}"
          + " and {findings} stand for the same as quoted words."
    })
final class RunCommand implements AgentsCommand {

  private static final Duration CHECK_DEADLINE = Duration.ofMinutes(10);

  @Parameters(paramLabel = "GOAL", description = "What is to be done.")
  String goal = "";

  @Option(names = "--exec", paramLabel = "CMD", description = "Does it; run by sh -c in the copy.")
  @Nullable String line;

  @Option(names = "--actor", paramLabel = "NAME", description = "Does it instead: a known actor.")
  @Nullable String actor;

  @Option(
      names = "--check",
      paramLabel = "CMD",
      description = "Has to pass before anything is applied; may be given more than once.")
  List<String> checks = List.of();

  @Option(
      names = "--fix",
      paramLabel = "CMD",
      description =
          "Run when a check has failed; without it --exec runs again if it uses findings.")
  @Nullable String fix;

  @Option(names = "--project", paramLabel = "NAME", description = "Another project than this one.")
  @Nullable String project;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "How far it may go without asking; trusted by default.")
  @Nullable String profile;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "How long one run of the command may take; 1h by default.")
  Duration deadline = Duration.ofHours(1);

  @Option(names = "--yes", description = "Apply without asking.")
  boolean yes;

  @Option(names = "--detach", description = "Leave the work to a worker that is running.")
  boolean detach;

  @Override
  public Result run(CommandContext context) {
    return Store.write(
        context,
        agents -> {
          Project on = ChosenProject.of(agents, project, context);
          Work work = Actors.forCommand(agents, line, actor, fix, deadline);
          NewPlan wanted =
              new NewPlan(
                  on,
                  new NewPlan.Title(
                      "run", goal, ChosenProfile.of(profile, null, on, "trusted"), false),
                  Actors.strategyOf(work),
                  work,
                  checks(agents, on));
          return start(agents, wanted, context);
        });
  }

  private Result start(CleverAgents agents, NewPlan wanted, CommandContext context) {
    if (detach) {
      Detached.requireWorker(agents);
    }
    Plan plan = make(agents, wanted, context);
    return detach
        ? PlanStatusCommand.answer(agents, plan)
        : new Foreground(agents, context, yes).fromBeginning(plan.id());
  }

  static Plan make(CleverAgents agents, NewPlan wanted, CommandContext context) {
    return Interruptible.call(
        () -> {
          UnseenFiles.tell(agents, wanted.project(), context);
          return agents.plans().use(wanted, context.interrupt());
        });
  }

  private List<Check> checks(CleverAgents agents, Project on) {
    List<Check> all = new ArrayList<>(Actors.validations(agents, on.settings().validations()));
    for (int i = 0; i < checks.size(); i++) {
      String name = checks.size() == 1 ? "check" : "check-" + (i + 1);
      all.add(new Check(name, checks.get(i), true, CHECK_DEADLINE));
    }
    return all;
  }
}
