package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.engine.plan.MergedSubplans;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import java.util.List;

/** The complete subplans that are not in the result of their plan, because a check fails then. */
public record LeftOutSubplans(List<SubplanRow> rows, String why) {

  /** Those of a plan, as it is now. */
  public static LeftOutSubplans of(CleverAgents agents, Plan plan) {
    MergedSubplans merged =
        agents
            .plans()
            .conflicts()
            .merged(plan)
            .orElseGet(() -> new MergedSubplans(List.of(), List.of(), "", 0));
    return new LeftOutSubplans(
        agents.plans().subplans(plan).stream()
            .filter(it -> merged.leftOut().contains(it.name()))
            .toList(),
        merged.why());
  }

  /** Shows them, and why they are left out. */
  public void show(Page.Builder page) {
    rows.forEach(
        it -> page.row("left out", it.name(), DisplayText.shortId(it.id()), Mark.ATTENTION));
    if (!rows.isEmpty()) {
      why.lines().forEach(line -> page.row("because", line));
    }
  }

  /** Adds them to what a program reads; nothing if there are none. */
  public Data in(Data data) {
    return rows.isEmpty()
        ? data
        : data.with("left_out", rows.stream().map(SubplanRow::name).toList()).with("clash", why);
  }
}
