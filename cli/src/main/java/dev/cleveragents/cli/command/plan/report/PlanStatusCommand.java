package dev.cleveragents.cli.command.plan.report;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.check.ValidationRun;
import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.ApprovalRows.Answered;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanLink;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.subplan.SubplanNode;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.ApprovalView;
import dev.cleveragents.runtime.view.ConflictView;
import dev.cleveragents.runtime.view.CostView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.runtime.view.SubplanView;
import dev.cleveragents.runtime.view.ValidationView;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan status}: the state of a plan. Reads only. */
@Command(
    name = "status",
    description = "Show the state of a plan and what it waits for.",
    footer = "agents plan status 8K4T")
public final class PlanStatusCommand implements AgentsCommand {

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

  /** The result with the whole state of a plan. */
  public static Result answer(CleverAgents agents, Plan plan) {
    Optional<Approval> open = agents.plans().approvals().of(plan.id());
    List<PlanError> errors = agents.plans().errors(plan.id());
    Page.Builder page = Page.builder();
    page.rows(PlanView.VIEW, plan);
    List<ValidationRun> validations = agents.plans().validations(plan.id());
    validations.forEach(run -> page.line(ValidationView.VIEW, run));
    List<PlanLink> links = agents.plans().links(plan.id());
    PlanLinks.rows(links, plan.id(), page);
    List<SubplanNode> subplans = agents.plans().below(plan);
    if (!subplans.isEmpty()) {
      page.row("subplans", "%d: %s".formatted(subplans.size(), SubplanView.standings(subplans)));
    }
    List<PlanConflict> conflicts = agents.plans().conflicts().of(plan);
    conflicts.stream()
        .filter(PlanConflict::isOpen)
        .forEach(it -> page.row("conflict", it.path(), it.kind(), Mark.ATTENTION));
    LeftOutSubplans.of(agents, plan).show(page);
    open.ifPresent(approval -> asks(approval, page));
    PlanCost cost = agents.plans().budgets().cost(plan.id());
    if (cost.calls() > 0) {
      page.rows(CostView.OF_PLAN, cost);
    }
    AgentAnswer said = AgentAnswer.of(agents, plan.id());
    said.showOpenPoints(page);
    boolean settled =
        plan.status().state().isTerminal()
            || (!plan.results().isEmpty() && plan.status().state() == PlanState.COMPLETE);
    if (!errors.isEmpty() && (!settled || errors.getLast().category().equals("policy"))) {
      page.row("last error", errors.getLast().message(), "", Mark.ATTENTION);
    }
    Optional<String> denial = agents.plans().approvals().denial(plan.id()).map(Answered::denial);
    denial.ifPresent(it -> page.row("answer", it, "", Mark.ATTENTION));
    Optional<String> deniedStep =
        plan.status().state().isTerminal()
            ? Optional.empty()
            : agents.plans().approvals().denialOfStep(plan).map(Answered::denial);
    deniedStep.ifPresent(it -> page.row("answer", "the next step was " + it, "", Mark.ATTENTION));
    String interruption = agents.ownerOf(plan).problem();
    if (interruption != null) {
      page.row("worker", interruption, "", Mark.ATTENTION);
    }
    if (plan.status().state() == PlanState.ERRORED && !errors.isEmpty()) {
      page.row("hint", new PlanFailure(agents, plan).hint(errors.getLast()));
    }
    Decision.waiver(agents.plans().decisions(plan.id()))
        .ifPresent(why -> page.row("checks", "ignored: " + why, "", Mark.ATTENTION));
    Optional<String> next =
        denial.isPresent()
            ? Optional.of(PlanNextCommand.afterDenial(plan))
            : interruption != null
                ? Optional.of("agents plan resume " + DisplayText.shortId(plan.id()))
                : PlanNextCommand.of(plan, errors);
    boolean isYes = open.isPresent() && open.get().step() == null;
    next.ifPresent(
        it -> page.command("next", it, isYes ? "approves the pending step and continues" : ""));
    if (!plan.results().isEmpty() && plan.changesNothing() && !said.text().isEmpty()) {
      page.prose("\n" + said.text());
    }
    return Result.ok(
        said.in(Data.of(PlanView.VIEW, plan))
            .with("asks", open.map(Approval::gate).orElse(null))
            .with("interrupted", interruption)
            .with("denied", denial.or(() -> deniedStep).orElse(null))
            .with("validations", Data.all(ValidationView.VIEW, validations))
            .with("links", PlanLinks.data(links))
            .with("subplans", Data.all(SubplanView.VIEW, subplans))
            .with("conflicts", Data.all(ConflictView.VIEW, conflicts))
            .with("errors", errors.stream().map(PlanErrorsCommand::data).toList())
            .with("cost", cost.calls() == 0 ? null : Data.of(CostView.OF_PLAN, cost))
            .with("next", next.orElse(null)),
        page.build());
  }

  private static void asks(Approval open, Page.Builder page) {
    page.row(
        "asks",
        ApprovalView.question(open),
        "answer with: agents approvals %s %s"
            .formatted(
                DisplayText.shortId(open.plan()),
                ApprovalView.isQuestion(open) ? "--answer TEXT" : "--grant, or --deny"),
        Mark.ATTENTION);
  }
}
