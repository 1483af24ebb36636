package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanError;
import dev.cleveragents.engine.plan.PlanLink;
import dev.cleveragents.engine.plan.ValidationRun;
import dev.cleveragents.engine.tool.CheckResult;
import dev.cleveragents.runtime.CleverAgents;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents plan status}: how a plan stands. Reads only. */
@Command(name = "status", description = "Show how a plan stands and what it waits for.")
final class PlanStatusCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  String plan = MeantPlan.LAST;

  @Override
  public Result run(CommandContext context) {
    return Store.read(context, agents -> answer(agents, MeantPlan.find(agents, plan, context)));
  }

  static Result answer(CleverAgents agents, Plan plan) {
    Optional<Approval> open = agents.plans().openApproval(plan.id());
    List<PlanError> errors = agents.plans().errors(plan.id());
    Page.Builder page = Page.builder();
    PlanView view = new PlanView(plan);
    view.rows(page);
    List<ValidationRun> validations = agents.plans().validations(plan.id());
    validations.forEach(run -> row(run, page));
    List<PlanLink> links = agents.plans().links(plan.id());
    PlanLinks.rows(links, plan.id(), page);
    open.ifPresent(approval -> asks(approval, page));
    if (!errors.isEmpty() && !plan.standing().state().isTerminal()) {
      page.row("last error", errors.getLast().message(), "", Mark.ATTENTION);
    }
    Optional<String> next = NextStep.of(plan, errors);
    boolean isYes = open.isPresent() && open.get().step() == null;
    next.ifPresent(it -> page.row("next", it, isYes ? "says yes and goes on" : "", Mark.NONE));
    return Result.ok(
        view.data()
            .with("asks", open.map(Approval::gate).orElse(null))
            .with("validations", validations.stream().map(PlanStatusCommand::data).toList())
            .with("links", PlanLinks.data(links))
            .with("errors", errors.stream().map(PlanStatusCommand::data).toList())
            .with("next", next.orElse(null)),
        page.build());
  }

  private static void asks(Approval open, Page.Builder page) {
    page.row(
        "asks",
        open.question(),
        "answer with: agents approvals %s --grant, or --deny"
            .formatted(MeantPlan.suffix(open.plan())),
        Mark.ATTENTION);
  }

  private static void row(ValidationRun run, Page.Builder page) {
    CheckResult result = run.result();
    page.row(
        "check",
        "%s: %s".formatted(result.name(), result.passed() ? "passed" : "failed"),
        result.passed() ? "" : result.message(),
        result.passed() ? Mark.GOOD : Mark.ATTENTION);
  }

  private static Data data(ValidationRun run) {
    CheckResult result = run.result();
    return Data.of("name", result.name())
        .with("required", result.required())
        .with("passed", result.passed())
        .with("message", result.message())
        .with("tree", result.tree())
        .with("ms", result.took().toMillis())
        .with("at", run.at());
  }

  static Data data(PlanError error) {
    return Data.of("phase", error.phase())
        .with("category", error.category())
        .with("message", error.message())
        .with("retriable", error.retriable())
        .with("hint", error.advice().hint())
        .with("command", error.advice().command())
        .with("at", error.at());
  }
}
