package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.output.StepOutput;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.PlanWatcher;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.StepOutputView;
import dev.cleveragents.runtime.view.ViewRow;
import dev.cleveragents.workspace.PlanId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan log}: what the commands and checks of a plan printed. Reads only. */
@Command(
    name = "log",
    description = {
      "Show what the commands and checks of a plan printed.",
      "Of more than 256 KiB, the first and last half is kept; recognised secrets are replaced."
    },
    footer = "agents plan log --follow")
final class PlanLogCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(names = "--step", paramLabel = "N", description = "Show only this step.")
  @Nullable Integer step;

  @Option(
      names = "--follow",
      description = "Wait for more, until the plan has ended or waits for you.")
  boolean follow;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context, agents -> log(agents, PlanFinder.find(agents, plan, context), context));
  }

  private Result log(CleverAgents agents, Plan meant, CommandContext context) {
    int shown = follow ? follow(agents, meant.id(), context) : 0;
    List<StepOutput> outputs = chosen(agents, meant.id());
    Page.Builder page = Page.builder();
    outputs.stream().skip(shown).forEach(output -> add(output, page));
    if (outputs.isEmpty() && step != null) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "No command of step %d of this plan has ended.".formatted(step),
              null,
              "agents plan log " + DisplayText.shortId(meant.id())));
    }
    if (outputs.isEmpty()) {
      page.text(
          agents.plans().subplans(meant).isEmpty()
              ? "no command of this plan has ended yet"
              : "Its subplans run the commands: list them with 'agents plan subplans %s', then 'agents plan log SUBPLAN'"
                  .formatted(DisplayText.shortId(meant.id())));
    }
    return Result.ok(Data.of("outputs", Data.all(StepOutputView.VIEW, outputs)), page.build());
  }

  private List<StepOutput> chosen(CleverAgents agents, PlanId id) {
    return agents.plans().outputs(id).stream()
        .filter(output -> step == null || step == output.step())
        .toList();
  }

  private static void add(StepOutput output, Page.Builder page) {
    page.line(StepOutputView.VIEW, output);
    if (!output.output().isBlank()) {
      page.text(output.output().stripTrailing().indent(2).stripTrailing());
    }
  }

  /** Says each output once it is there; returns how many. */
  private int follow(CleverAgents agents, PlanId id, CommandContext context) {
    List<StepOutput> said = new ArrayList<>();
    PlanWatcher watcher =
        entry -> {
          if (entry.event().type().matches("tool[.](done|failed)|validation[.]ran")) {
            chosen(agents, id).stream()
                .skip(said.size())
                .forEach(
                    output -> {
                      said.add(output);
                      say(output, context);
                    });
          }
        };
    try {
      agents.watch(agents.watching(id, watcher), context.interrupt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return said.size();
  }

  private static void say(StepOutput output, CommandContext context) {
    ViewRow row = StepOutputView.VIEW.line(output);
    context.dialogue().say("%s: %s (%s)".formatted(row.label(), row.value(), row.note()));
    output.output().lines().forEach(line -> context.dialogue().say("  " + line));
  }
}
