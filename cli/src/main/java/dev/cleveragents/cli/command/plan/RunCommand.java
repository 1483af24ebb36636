package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents run}: the whole road in one command. */
@Command(
    name = "run",
    description = {
      "Plan, execute, show the diff, ask, apply: on the project of this folder (profile trusted, unless"
          + " the project says another).",
      "The work is done in a private copy; your files change only when the result is applied.",
      "--exec finds the goal in AGENTS_GOAL and what failed checks said in AGENTS_FINDINGS; {goal}"
          + " and {findings} stand for the same as quoted words."
    })
final class RunCommand implements AgentsCommand {

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

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "How long one run of the command may take; 1h by default.")
  Duration deadline = Duration.ofHours(1);

  @Mixin PlanStart start = new PlanStart();

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
            line == null ? "Nobody is named who does it." : "Both --exec and --actor are given.",
            "Say --exec CMD for a command, or --actor NAME for an actor that was added.",
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
