package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.approval.FailedChecks;
import dev.cleveragents.cli.command.plan.report.AgentAnswer;
import dev.cleveragents.cli.command.plan.report.DiffView;
import dev.cleveragents.cli.command.plan.report.LeftOutSubplans;
import dev.cleveragents.cli.command.plan.report.PlanLinks;
import dev.cleveragents.cli.command.plan.report.SplitSummary;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.CostView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import java.util.Optional;

/** The end of a run whose plan is applied, or changed nothing. */
record ApplyReport(CleverAgents agents) {

  /** A problem only if a part was not applied. */
  Optional<Problem> of(Plan plan, Page.Builder page) {
    String id = DisplayText.shortId(plan.id());
    AgentAnswer said = AgentAnswer.of(agents, plan.id());
    if (plan.changesNothing()) {
      if (!said.text().isEmpty()) {
        page.prose(said.text() + "\n\n");
      }
      page.row("plan", "done; it changed nothing, so there is no commit", id, Mark.GOOD);
      cost(plan, page);
      said.showOpenPoints(page);
      return Optional.empty();
    }
    ApplySummary summary = ApplySummary.of(agents, plan.id());
    boolean whole = summary.kept().isEmpty();
    page.row(
        "plan",
        whole ? "applied" : "applied, but skipped files you changed meanwhile",
        id,
        whole ? Mark.GOOD : Mark.ATTENTION);
    page.row("changed", DiffView.of(agents, plan.id()).sum());
    LeftOutSubplans.of(agents, plan).show(page);
    FailedChecks.of(agents, plan).forEach(line -> page.row("checks", line, "", Mark.ATTENTION));
    cost(plan, page);
    new SplitSummary(agents, plan).rows(page);
    summary.rows(plan, page);
    said.showOpenPoints(page);
    PlanLinks.rows(agents.plans().links(plan.id()), plan.id(), page);
    summary.hints().forEach(hint -> page.row("note", hint));
    summary.kept().forEach(what -> page.row("not applied", what, "", Mark.ATTENTION));
    return whole ? Optional.empty() : Optional.of(partly(summary, id));
  }

  private void cost(Plan plan, Page.Builder page) {
    PlanCost cost = agents.plans().budgets().cost(plan.id());
    if (cost.calls() > 0) {
      page.rows(CostView.OF_PLAN, cost);
    }
  }

  private static Problem partly(ApplySummary summary, String id) {
    return new Problem(
        ExitCode.CONFLICT,
        "Applied, but skipped files you changed meanwhile.",
        "Your versions of those files are kept; review each.",
        "agents plan status " + id,
        summary.kept().stream().map(what -> Message.warning("Not applied: " + what)).toList());
  }
}
