package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.Selection;
import dev.cleveragents.engine.plan.WantedPaths;
import dev.cleveragents.runtime.CleverAgents;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code agents plan apply}: says yes to a plan's result, or to a part of it. */
@Command(
    name = "apply",
    description = {
      "Apply the result of a plan to your files, all of it or nothing.",
      "Refused, with everything as it was, where that would touch what you have changed yourself.",
      "Of a part that is chosen the checks run again; the rest becomes a plan of its own."
    })
final class PlanApplyCommand implements AgentsCommand {

  @Mixin GoingOn going = new GoingOn();

  /** Which part. */
  static final class Part {
    @Option(
        names = "--only",
        paramLabel = "PATH[:HUNKS]",
        description =
            "Only this: a path, a folder or a pattern as *.txt, of a file also hunks by their"
                + " numbers in 'plan diff', as a.txt:1,3; may be given more than once.")
    List<String> only = List.of();

    @Option(names = "--choose", description = "Ask for every hunk.")
    boolean choose;
  }

  @ArgGroup(exclusive = true)
  Part part = new Part();

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          Plan meant = MeantPlan.find(agents, going.plan, context);
          return part.choose || !part.only.isEmpty()
              ? applyPart(agents, meant, context)
              : applyAll(agents, meant, context);
        });
  }

  private Result applyAll(CleverAgents agents, Plan meant, CommandContext context) {
    if (!meant.standing().state().isTerminal() && !meant.changesNothing()) {
      confirm(DiffView.of(agents, meant.id()), meant, context);
    }
    return going.by(agents, meant, (plans, _) -> plans.apply(meant), context);
  }

  private Result applyPart(CleverAgents agents, Plan meant, CommandContext context) {
    DiffView all = DiffView.of(agents, meant.id());
    Selection chosen =
        part.choose
            ? new HunkQuestions(context).choose(all.diffs())
            : WantedPaths.read(all.diffs(), part.only);
    if (!part.choose) {
      confirm(all.only(chosen), meant, context);
    }
    return going.by(agents, meant, (plans, id) -> plans.apply(id, chosen), context);
  }

  private void confirm(DiffView what, Plan meant, CommandContext context) {
    what.summary("agents plan diff %s --stat".formatted(MeantPlan.suffix(meant.id())))
        .forEach(context.dialogue()::say);
    Confirmation.require(
        context,
        going.yes,
        new Confirmation.Asked("This changes your files", "Apply this to your files?"),
        "agents plan apply %s%s --yes"
            .formatted(MeantPlan.suffix(meant.id()), part.only.isEmpty() ? "" : " --only …"));
  }
}
