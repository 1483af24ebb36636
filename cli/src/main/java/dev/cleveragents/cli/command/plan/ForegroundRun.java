package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.approval.ApprovalPrompt;
import dev.cleveragents.cli.command.plan.progress.PlanProgress;
import dev.cleveragents.cli.command.plan.report.AgentAnswer;
import dev.cleveragents.cli.command.plan.report.DiffView;
import dev.cleveragents.cli.command.plan.report.LeftOutSubplans;
import dev.cleveragents.cli.command.plan.report.PlanConflictsCommand;
import dev.cleveragents.cli.command.plan.report.PlanFailure;
import dev.cleveragents.cli.command.plan.report.PlanNextCommand;
import dev.cleveragents.cli.command.plan.report.SplitSummary;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanService;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanStage;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.subplan.SubplanNode.Standing;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.PlanRun;
import dev.cleveragents.runtime.view.ApprovalView;
import dev.cleveragents.runtime.view.CostView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.PlanId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Works on a plan in this process, asks for approvals, and reports the end. An interrupt pauses the
 * plan.
 */
final class ForegroundRun {

  /** The time to stop running commands and to close in order. */
  private static final Duration TO_PAUSE = Duration.ofSeconds(60);

  private static final PlanStage DONE = new PlanStage(PlanPhase.EXECUTE, PlanState.COMPLETE);

  private final CleverAgents agents;
  private final CommandContext context;
  private final ApprovalPrompt approvals;

  /**
   * @param yes whether every question is answered with yes
   */
  ForegroundRun(CleverAgents agents, CommandContext context, boolean yes) {
    this.agents = agents;
    this.context = context;
    this.approvals = new ApprovalPrompt(agents, context, yes);
  }

  /** Works until the plan has ended or lacks an approval. */
  Result untilEnd(PlanRun run) {
    Plan plan = work(run);
    while (approvals.given(plan) || approvals.givenToSubplans(plan)) {
      plan = work(run);
    }
    return answer(plan);
  }

  /** Works on a new plan, with all its progress. */
  Result fromBeginning(PlanId id) {
    return untilEnd(agents.watching(id, new PlanProgress(context.dialogue())));
  }

  /** Works on a new plan up to its result, and shows that without asking. */
  Result upToResult(PlanId id) {
    Plan plan = work(agents.watching(id, new PlanProgress(context.dialogue())));
    if (!plan.status().stage().equals(DONE)) {
      return answer(plan);
    }
    DiffView diff = DiffView.of(agents, id);
    AgentAnswer said = AgentAnswer.of(agents, id);
    String suffix = DisplayText.shortId(id);
    List<Page.Block> blocks = new ArrayList<>();
    if (plan.changesNothing()) {
      if (!said.text().isEmpty()) {
        blocks.add(new Page.Prose(said.text() + "\n\n"));
      }
      blocks.add(
          new Page.Prose(
              "Your files are unchanged, and there is nothing to apply. End the plan with 'agents plan cancel %s'."
                  .formatted(suffix)));
    } else {
      blocks.add(new Page.Diff(diff.text()));
      blocks.add(
          new Page.Prose(
              "Your files are unchanged. The plan would change: %s.\nApply it with 'agents plan apply %s', or discard it with 'agents plan cancel %s'."
                  .formatted(diff.sum(), suffix, suffix)));
    }
    return Result.ok(
        said.in(Data.of(PlanView.VIEW, plan)).with("files", diff.data()).with("diff", diff.text()),
        new Page(blocks));
  }

  /** Moves a plan on, and shows its progress from then on. */
  Result resumeFrom(PlanId id, Consumer<PlanService> move) {
    PlanRun run = agents.watching(id, new PlanProgress(context.dialogue())).fromNowOn();
    move.accept(agents.plans());
    return untilEnd(run);
  }

  private Plan work(PlanRun run) {
    context.dialogue().allow(TO_PAUSE);
    String id = DisplayText.shortId(run.plan());
    context
        .dialogue()
        .ifKilled(
            "plan %s is interrupted; its finished steps are kept, the running one runs again\nnext: agents plan resume %s\n"
                .formatted(id, id));
    try (CallbackRegistration _ =
        context
            .interrupt()
            .onCancel(_ -> context.dialogue().say("stopping … (Ctrl-C again ends at once)"))) {
      return agents.work(run, context.interrupt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return agents.plans().pause(run.plan());
    }
  }

  private Result answer(Plan plan) {
    Page.Builder page = Page.builder();
    Optional<Problem> no =
        switch (plan.status().state()) {
          case APPLIED -> new ApplyReport(agents).of(plan, page);
          case CONSTRAINED, ERRORED ->
              throw new PlanFailure(agents, plan).problem(context.dialogue());
          case CANCELLED -> Optional.of(cancelled(plan, page));
          case QUEUED -> Optional.of(held(plan, page));
          case PROCESSING -> Optional.of(paused(plan, page));
          case COMPLETE, WAITING ->
              plan.brief().part() != null && plan.status().stage().equals(DONE)
                  ? partDone(plan, page)
                  : Optional.of(undecided(plan, page));
        };
    Data data =
        AgentAnswer.of(agents, plan.id())
            .in(LeftOutSubplans.of(agents, plan).in(Data.of(PlanView.VIEW, plan)))
            .with("files", DiffView.of(agents, plan.id()).data())
            .with(Result.WAITS_FOR, waitsFor(plan));
    return no.map(why -> Result.no(why, data, page.build()))
        .orElseGet(() -> Result.ok(data, page.build()));
  }

  /** What an end of this command waits for; null if the plan does not wait for its user. */
  private @Nullable String waitsFor(Plan plan) {
    boolean waits =
        switch (plan.status().state()) {
          case COMPLETE -> plan.brief().part() == null;
          case WAITING -> true;
          case QUEUED ->
              agents.plans().approvals().of(plan.id()).isPresent()
                  && !context.interrupt().isCancelled();
          case PROCESSING, ERRORED, CONSTRAINED, CANCELLED, APPLIED -> false;
        };
    Optional<Plan> asking = asking(plan);
    if (waits && asking.isPresent()) {
      return waitsFor(asking.get());
    }
    if (!waits || plan.status().waitsFor() != null) {
      return plan.status().waitsFor();
    }
    return agents.plans().approvals().of(plan.id()).map(ApprovalView::question).orElse("approval");
  }

  /** A subplan is applied with the plan that it is a part of. */
  private Optional<Problem> partDone(Plan plan, Page.Builder page) {
    String whole = DisplayText.shortId(Objects.requireNonNull(plan.kind().parent()));
    page.row("subplan", "complete", DisplayText.shortId(plan.id()), Mark.GOOD);
    page.row("changed", DiffView.of(agents, plan.id()).sum());
    page.command("next", "agents plan resume " + whole, "merges it with the others");
    return Optional.empty();
  }

  /** The plan waits for the user. */
  private Problem undecided(Plan plan, Page.Builder page) {
    if (plan.status().held()) {
      return paused(plan, page);
    }
    Optional<Plan> asking = asking(plan);
    boolean broke = PlanStatus.BUDGET.equals(asking.orElse(plan).status().waitsFor());
    if (asking.isPresent() && !broke) {
      new SplitSummary(agents, plan).rows(page);
      return undecided(asking.get(), page);
    }
    if (PlanStatus.CONFLICTS.equals(plan.status().waitsFor())) {
      return PlanConflictsCommand.problem(agents, plan, page);
    }
    return broke ? spent(plan, page) : waiting(plan, page);
  }

  /** The first subplan that waits for the user, of a plan that waits for it. */
  private Optional<Plan> asking(Plan plan) {
    return plan.status().waitsForSubplans()
        ? agents.plans().below(plan).stream()
            .filter(it -> it.standing() == Standing.ASKS)
            .findFirst()
            .map(it -> agents.plans().require(it.row().id()))
        : Optional.empty();
  }

  private static Problem cancelled(Plan plan, Page.Builder page) {
    String id = DisplayText.shortId(plan.id());
    page.row("plan", "cancelled", id, Mark.ATTENTION);
    return new Problem(
        ExitCode.FAILED,
        "The plan was cancelled.",
        "Its work is kept and can be shown.",
        "agents plan diff " + id);
  }

  /** The plan is paused, or its first phase needs approval. */
  private Problem held(Plan plan, Page.Builder page) {
    boolean asks = agents.plans().approvals().of(plan.id()).isPresent();
    if (!asks || context.interrupt().isCancelled()) {
      return paused(plan, page);
    }
    return waiting(plan, page);
  }

  private Problem spent(Plan plan, Page.Builder page) {
    String id = DisplayText.shortId(plan.id());
    page.row("plan", PlanView.stage(plan), id, Mark.ATTENTION);
    page.row("cost", CostView.text(agents.plans().budgets().cost(plan.id())));
    String why =
        agents.log().tail(new EventFilter(plan.id(), "budget.spent", null), 1).stream()
            .map(entry -> String.valueOf(entry.event().data().get("why")))
            .findFirst()
            .orElse("The budget is spent");
    String next = "agents plan budget %s --add 1.00".formatted(id);
    page.command("next", next, "then: agents plan resume " + id);
    return new Problem(
        ExitCode.BUDGET,
        why + ".",
        "Nothing was applied, and all work is kept. Add to the budget, then resume the plan.",
        next,
        List.of(Message.warning(why + ".")));
  }

  private Problem waiting(Plan plan, Page.Builder page) {
    List<Message> messages = new ArrayList<>();
    String id = DisplayText.shortId(plan.id());
    page.row("plan", PlanView.stage(plan), id, Mark.ATTENTION);
    Optional<Approval> open = agents.plans().approvals().of(plan.id());
    open.ifPresent(it -> page.row("asks", ApprovalPrompt.question(it, plan), "", Mark.ATTENTION));
    new SplitSummary(agents, plan).rows(page);
    Optional<String> next = PlanNextCommand.of(plan, agents.plans().errors(plan.id()));
    next.ifPresent(it -> page.command("next", it));
    if (plan.status().stage().equals(DONE)) {
      page.row("changed", DiffView.of(agents, plan.id()).sum());
      LeftOutSubplans.of(agents, plan).show(page);
      page.command("show it with", "agents plan diff " + id);
    }
    agents.plans().errors(plan.id()).stream()
        .filter(error -> error.category().equals("policy"))
        .reduce((_, last) -> last)
        .ifPresent(refusal -> messages.add(Message.warning(refusal.message())));
    boolean asksUser = open.filter(ApprovalView::isQuestion).isPresent();
    String why =
        asksUser
            ? "The agent asks a question. Answer it with 'agents approvals %s --answer TEXT'."
                .formatted(id)
            : context.dialogue().canAsk()
                ? "Not approved; the plan and its work are kept."
                : "Approval required, but there is no terminal to ask on. Re-run with --yes, or answer with 'agents approvals %s --grant'."
                    .formatted(id);
    messages.add(Message.warning(why));
    return new Problem(
        ExitCode.CONFLICT,
        why,
        open.map(
                it ->
                    (asksUser ? "Question: " : "Approval required: ")
                        + ApprovalPrompt.question(it, plan))
            .orElse(null),
        next.orElse(null),
        messages);
  }

  private Problem paused(Plan plan, Page.Builder page) {
    String id = DisplayText.shortId(plan.id());
    String next = "agents plan resume " + id;
    int steps = plan.status().counters().stepsDone();
    page.row("plan", "paused", id, Mark.ATTENTION);
    page.row("kept", CountedNoun.of(steps, "finished step"));
    new SplitSummary(agents, plan).rows(page);
    page.oneLine("runs next", agents.resumePoint(plan).next(), "", Mark.NONE);
    page.command("next", next);
    long partial = agents.checkpoints().partial(plan).map(List::size).orElse(0);
    if (partial > 0) {
      page.command(
          "or",
          next + " --keep-partial",
          "on top of %s that the stopped step has changed"
              .formatted(CountedNoun.of(partial, "file")));
    }
    return new Problem(ExitCode.INTERRUPTED, "Paused; the work done so far is kept.", null, next);
  }
}
