package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.brief.PlanAmendment;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan replan}: returns a plan to the first phase. */
@Command(
    name = "replan",
    description = {
      "Return a plan to its strategize phase, at most three times.",
      "A subplan is run again alone, and the results are merged again; until apply."
    },
    footer = {
      "agents plan replan --reason 'the interface has changed'",
      "agents plan replan 8K4T --guidance 'keep the old name as an alias'"
    })
final class PlanReplanCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Reason to record; needed for a plan that is no subplan.")
  String reason = "";

  @Option(
      names = "--guidance",
      paramLabel = "TEXT",
      description = "What the agent of a subplan is told; it continues its work with that.")
  @Nullable String guidance;

  @Option(
      names = "--exec",
      paramLabel = "CMD",
      description = "Command that does the work in place of the present one.")
  @Nullable String exec;

  @Option(names = "--yes", description = "Approve all phases up to apply without asking.")
  boolean yes;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context,
        agents -> {
          Plan meant = PlanFinder.find(agents, plan, context);
          PlanId parent = meant.kind().parent();
          ForegroundRun run = new ForegroundRun(agents, context, yes);
          if (parent != null) {
            return run.resumeFrom(parent, plans -> rerun(agents, meant, parent, context));
          }
          if (reason.isBlank() || guidance != null) {
            throw usage(meant);
          }
          if (exec == null && meant.brief().execution() instanceof Work.ByCommand command) {
            context
                .dialogue()
                .say(
                    "the same command runs again, another with --exec CMD: "
                        + DisplayText.firstLine(command.line()));
          }
          return run.resumeFrom(
              meant.id(),
              plans ->
                  Interruptible.call(
                      () -> plans.replan(meant.id(), reason, otherCommand(), context.interrupt())));
        });
  }

  private void rerun(CleverAgents agents, Plan subplan, PlanId parent, CommandContext context) {
    agents.subplanChanges().rerun(subplan.id(), guidance, otherCommand());
    List<String> based =
        agents.plans().subplans(agents.plans().require(parent)).stream()
            .filter(it -> it.dependsOn().contains(name(subplan)))
            .map(SubplanRow::name)
            .toList();
    if (!based.isEmpty()) {
      context
          .dialogue()
          .say("not run again, although based on its earlier result: " + String.join(", ", based));
    }
    agents.plans().resume(parent);
  }

  private static String name(Plan subplan) {
    return subplan.brief().part() == null ? "" : subplan.brief().part().name();
  }

  private @Nullable PlanAmendment otherCommand() {
    return exec == null ? null : new PlanAmendment.OtherCommand(exec, null, null, null);
  }

  private ProblemException usage(Plan meant) {
    return new ProblemException(
        new Problem(
            ExitCode.USAGE,
            guidance == null
                ? "--reason is missing: say why the plan is replanned."
                : "--guidance is for subplans. Guide a plan with 'agents plan prompt %s TEXT'."
                    .formatted(DisplayText.shortId(meant.id())),
            null,
            "agents help plan replan"));
  }
}
