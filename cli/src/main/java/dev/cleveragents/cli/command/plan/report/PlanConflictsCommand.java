package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.conflict.ConflictPrediction;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.ConflictView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.CountedNoun;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan conflicts}: where the results of subplans do not go together. Reads only. */
@Command(
    name = "conflicts",
    description = "Show the conflicts between the results of a plan's subplans.",
    footer = "agents plan conflicts")
public final class PlanConflictsCommand implements AgentsCommand {

  private static final int MOST_LINES = 12;

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context, agents -> answer(agents, PlanFinder.find(agents, plan, context)));
  }

  /** All conflicts of a plan, open and resolved. */
  public static Result answer(CleverAgents agents, Plan plan) {
    List<PlanConflict> conflicts = agents.plans().conflicts().of(plan);
    List<SubplanRow> subplans = agents.plans().subplans(plan);
    Page.Builder page = Page.builder();
    if (conflicts.isEmpty()) {
      page.prose("The plan has no conflict.");
    }
    if (conflicts.isEmpty() && plan.status().waitsForSubplans()) {
      agents.plans().conflicts().predicted(plan).stream()
          .map(ConflictPrediction::path)
          .distinct()
          .forEach(path -> page.row("ahead", path, "several subplans change it", Mark.ATTENTION));
    }
    conflicts.forEach(conflict -> show(conflict, subplans, page));
    conflicts.stream()
        .filter(PlanConflict::isOpen)
        .findFirst()
        .ifPresent(
            open ->
                page.command(
                    "next",
                    "agents plan resolve %s %s --ours"
                        .formatted(DisplayText.shortId(plan.id()), open.path()),
                    "or --theirs, --subplan NAME, --base, --delete, --edit, --with ACTOR"));
    return Result.ok(
        Data.of(PlanView.VIEW, plan).with("conflicts", Data.all(ConflictView.VIEW, conflicts)),
        page.build());
  }

  private static void show(PlanConflict conflict, List<SubplanRow> subplans, Page.Builder page) {
    PlanConflict.Resolved resolved = conflict.resolution();
    page.row(
        conflict.kind().replace('_', '/'),
        conflict.path(),
        resolved == null
            ? "open"
            : "%s, by %s".formatted(resolved.choice().describe(), resolved.by()),
        resolved == null ? Mark.ATTENTION : Mark.GOOD);
    List<PlanConflict.Side> sides = conflict.detail().sides();
    for (int i = 0; i < sides.size(); i++) {
      String which = i == 0 ? "ours" : i == sides.size() - 1 ? "theirs" : "side " + (i + 1);
      page.row("  " + which, ConflictView.side(sides.get(i), subplans));
    }
    if (resolved == null) {
      conflict.detail().hunks().forEach(hunk -> show(hunk, page));
    }
  }

  private static void show(PlanConflict.Hunk hunk, Page.Builder page) {
    StringBuilder text = new StringBuilder("  line %d\n".formatted(hunk.line()));
    lines("  before | ", hunk.base(), text);
    for (int i = 0; i < hunk.sides().size(); i++) {
      String which =
          i == 0 ? "ours  " : i == hunk.sides().size() - 1 ? "theirs" : "side %d".formatted(i + 1);
      lines("  " + which + " | ", hunk.sides().get(i), text);
    }
    page.text(text.toString());
  }

  private static void lines(String before, List<String> lines, StringBuilder text) {
    if (lines.isEmpty()) {
      text.append(before).append("(nothing)\n");
    }
    lines.stream()
        .limit(MOST_LINES)
        .forEach(line -> text.append(before).append(ConflictView.line(line)).append('\n'));
    if (lines.size() > MOST_LINES) {
      text.append(before)
          .append(CountedNoun.of(lines.size() - MOST_LINES, "more line"))
          .append('\n');
    }
  }

  /** The problem that ends a command whose plan waits for the resolution of conflicts. */
  public static Problem problem(CleverAgents agents, Plan plan, Page.Builder page) {
    List<PlanConflict> open =
        agents.plans().conflicts().of(plan).stream().filter(PlanConflict::isOpen).toList();
    String id = DisplayText.shortId(plan.id());
    page.row("plan", PlanView.stage(plan), id, Mark.ATTENTION);
    open.forEach(
        it -> page.row("conflict", it.path(), it.kind().replace('_', '/'), Mark.ATTENTION));
    String next = "agents plan conflicts " + id;
    page.command("next", next);
    return new Problem(
        ExitCode.CONFLICT,
        "The results of the subplans conflict in %s."
            .formatted(CountedNoun.of(open.size(), "path")),
        "Your files are unchanged, and all work is kept. Resolve each conflict, then resume the plan.",
        next);
  }
}
