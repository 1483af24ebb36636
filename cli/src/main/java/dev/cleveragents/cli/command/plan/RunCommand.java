package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents run}: a plan from goal to commit in one command. */
@Command(
    name = "run",
    description = {
      "Create a plan for a goal, run it in a sandbox, check it, show the diff, ask, and apply it.",
      "It works on this folder's project, with profile trusted unless the project names another.",
      "Your files change only when the result is applied.",
      "The command of --exec finds the goal in AGENTS_GOAL and the output of failed checks in"
          + " AGENTS_FINDINGS; {goal} and {findings} insert the same as one quoted word."
    })
final class RunCommand implements AgentsCommand {

  @Parameters(paramLabel = "GOAL", description = "What to achieve, as one argument.")
  String goal = "";

  @Option(
      names = "--exec",
      paramLabel = "CMD",
      description = "Command that does the work, run with sh -c in the sandbox.")
  @Nullable String line;

  @Option(
      names = "--actor",
      paramLabel = "NAME",
      description = "Actor that does the work; see 'agents actor list'.")
  @Nullable String actor;

  @Option(
      names = "--check",
      paramLabel = "CMD",
      description = "Command that must pass before apply; repeatable.")
  List<String> checks = List.of();

  @Option(
      names = "--fix",
      paramLabel = "CMD",
      description = "Command that fixes failed checks; default: --exec again, if it uses findings.")
  @Nullable String fix;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "Time limit of one run of the command; default: 1h.")
  Duration deadline = Duration.ofHours(1);

  @Mixin NewPlanOptions start = new NewPlanOptions();

  @Override
  public Result run(CommandContext context) {
    Doer doer = doer();
    return start.make(
        context,
        (agents, project) ->
            agents.drafts().ofGoal(project, goal, doer, start.profile, validations()));
  }

  private Doer doer() {
    if (line != null && actor == null) {
      return new Doer.Line(new Work.ByCommand("exec", line, fix, deadline, List.of()));
    }
    if (line == null && actor != null) {
      return new Doer.Named(Name.of(actor), fix);
    }
    throw new ProblemException(
        new Problem(
            ExitCode.USAGE,
            line == null ? "No actor given." : "--exec and --actor exclude each other.",
            "Pass --exec CMD for a command, or --actor NAME for a stored actor.",
            "agents help run"));
  }

  private List<ValidationSpec> validations() {
    return IntStream.range(0, checks.size())
        .mapToObj(i -> ValidationSpec.required(name(i), checks.get(i)))
        .toList();
  }

  private Name name(int check) {
    return Name.of(checks.size() == 1 ? "check" : "check-" + (check + 1));
  }
}
