package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.output.Page;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.SubplanView;
import dev.cleveragents.workspace.CountedNoun;
import java.time.Duration;
import java.util.List;

/** What became of the subplans of a plan, in a few rows however many there are. */
public final class SplitSummary {

  /** As many subplans of one state are named. */
  private static final int MOST_NAMED = 3;

  private final CleverAgents agents;
  private final Plan plan;
  private final List<SubplanNode> subplans;

  public SplitSummary(CleverAgents agents, Plan plan) {
    this.agents = agents;
    this.plan = plan;
    this.subplans = agents.plans().below(plan);
  }

  /** Adds the rows; none for a plan without subplans. */
  public void rows(Page.Builder page) {
    if (subplans.isEmpty()) {
      return;
    }
    page.row("subplans", counts());
    named(Standing.FAILED, page);
    named(Standing.CANCELLED, page);
    List<PlanConflict> conflicts = agents.plans().conflicts().of(plan);
    if (!conflicts.isEmpty()) {
      long open = conflicts.stream().filter(PlanConflict::isOpen).count();
      page.row(
          "conflicts",
          "%d resolved, %d open".formatted(conflicts.size() - open, open),
          open == 0 ? "" : "agents plan conflicts " + DisplayText.shortId(plan.id()),
          open == 0 ? Mark.NONE : Mark.ATTENTION);
    }
    page.row("time", took());
  }

  /** The same in one line, above an error that names those that failed; empty without subplans. */
  public String line() {
    if (subplans.isEmpty()) {
      return "";
    }
    int changed = subplans.stream().mapToInt(it -> it.figures().changed()).sum();
    String cost =
        agents.plans().budgets().cost(plan.id()).calls() == 0
            ? ""
            : " · " + agents.plans().budgets().cost(plan.id());
    return "%s · %s · %s%s"
        .formatted(counts(), CountedNoun.of(changed, "changed file"), took(), cost);
  }

  /** The first that failed; its id is an example for the commands to continue it. */
  String exampleId() {
    return subplans.stream()
        .filter(it -> it.standing() == Standing.FAILED)
        .findFirst()
        .map(it -> DisplayText.shortId(it.row().id()))
        .orElse("SUBPLAN");
  }

  private String counts() {
    return "%,d: %s".formatted(subplans.size(), SubplanView.standings(subplans));
  }

  private String took() {
    return DisplayText.roundedDuration(
        Duration.between(plan.times().created(), plan.times().moved()));
  }

  private void named(Standing standing, Page.Builder page) {
    List<SubplanNode> those = subplans.stream().filter(it -> it.standing() == standing).toList();
    for (SubplanNode node : those.subList(0, Math.min(MOST_NAMED, those.size()))) {
      page.oneLine("  " + standing, node.row().name(), reason(node), Mark.ATTENTION);
    }
    if (those.size() > MOST_NAMED) {
      page.row(
          "",
          "and %d more: agents plan subplans %s --status %s"
              .formatted(those.size() - MOST_NAMED, DisplayText.shortId(plan.id()), standing));
    }
  }

  private String reason(SubplanNode node) {
    List<PlanError> errors = agents.plans().errors(node.row().id());
    return errors.isEmpty() ? "" : errors.getLast().brief();
  }
}
