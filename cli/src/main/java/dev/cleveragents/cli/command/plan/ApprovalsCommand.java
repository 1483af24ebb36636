package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Limit;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Page.Mark;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Approvals;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents approvals}: what plans ask, and the answers. */
@Command(
    name = "approvals",
    description = {
      "List what plans wait for a yes to; with a plan, show it or answer it.",
      "A plan that was answered goes on as soon as a worker takes it, or with 'agents plan resume'."
    })
final class ApprovalsCommand implements AgentsCommand {

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "Its id, a part of it, or last.")
  @Nullable String plan;

  /** What is said. */
  static final class Answer {
    @Option(names = "--grant", description = "Say yes to what the plan asks.")
    boolean grant;

    @Option(
        names = "--deny",
        description = "Say no: the step is not done, and the plan stops there.")
    boolean deny;
  }

  @ArgGroup(exclusive = true)
  Answer answer = new Answer();

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why not; kept with --deny.")
  @Nullable String reason;

  @Option(names = "--project", paramLabel = "NAME", description = "Only those of this project.")
  @Nullable String project;

  @Option(names = "--limit", paramLabel = "N", description = "At most so many; 20 by default.")
  int limit = 20;

  @Override
  public Result run(CommandContext context) {
    boolean answers = answer.grant || answer.deny;
    if (reason != null && !answer.deny) {
      throw usage("--reason belongs to --deny.");
    }
    if (plan == null) {
      if (answers) {
        throw usage("Which plan is answered is not said.");
      }
      return list(context);
    }
    String named = plan;
    return answers
        ? Store.change(context, agents -> answer(agents, named, context))
        : Store.read(context, agents -> show(require(agents, named, context)));
  }

  private static ProblemException usage(String message) {
    return new ProblemException(
        new Problem(
            ExitCode.USAGE,
            message,
            "Say: agents approvals PLAN --grant, or PLAN --deny --reason TEXT.",
            "agents help approvals"));
  }

  private Result list(CommandContext context) {
    int most = Limit.checked(limit, "agents help approvals");
    Name wanted = project == null ? null : Name.of(project);
    List<Approval> open =
        Store.readOr(
            context, agents -> agents.plans().approvals().open(wanted, most), List.<Approval>of());
    Page.Builder page = Page.builder();
    open.forEach(
        it ->
            page.row(
                MeantPlan.suffix(it.plan()), it.question(), it.asked().toString(), Mark.ATTENTION));
    page.text(
        open.isEmpty()
            ? "no plan waits for an answer"
            : "Show one with 'agents approvals PLAN', answer it with --grant or --deny.");
    return Result.ok(
        Data.of("approvals", open.stream().map(ApprovalsCommand::data).toList())
            .with("limit", limit)
            .with("more", open.size() == limit),
        page.build());
  }

  private static Approval require(CleverAgents agents, String named, CommandContext context) {
    Plan meant = MeantPlan.find(agents, named, context);
    return agents
        .plans()
        .approvals()
        .of(meant.id())
        .orElseThrow(
            () ->
                new ProblemException(
                    new Problem(
                        ExitCode.CONFLICT,
                        "Plan %s waits for no answer: it is %s."
                            .formatted(meant.id(), new PlanView(meant).stage()),
                        null,
                        "agents plan status " + MeantPlan.suffix(meant.id()))));
  }

  private static Result show(Approval open) {
    String id = MeantPlan.suffix(open.plan());
    Page.Builder page = Page.builder();
    page.row("plan", open.plan().toString());
    page.row("asks", open.question(), open.gate(), Mark.ATTENTION);
    page.row("since", open.asked().toString());
    page.row("answer with", "agents approvals %s --grant, or --deny".formatted(id));
    List<Page.Block> blocks = new ArrayList<>(page.build().blocks());
    if (!open.detail().isEmpty()) {
      blocks.add(new Page.Diff(open.detail()));
    }
    return Result.ok(data(open), new Page(blocks));
  }

  private Result answer(CleverAgents agents, String named, CommandContext context) {
    Approval open = require(agents, named, context);
    Approvals approvals = agents.plans().approvals();
    String who = Consent.who(context);
    Plan after = answer.grant ? approvals.grant(open, who) : approvals.deny(open, who, reason);
    String id = MeantPlan.suffix(after.id());
    Page.Builder page = Page.builder();
    page.row("plan", new PlanView(after).stage(), id, Mark.NONE);
    page.row(answer.grant ? "allowed" : "not allowed", open.question());
    page.row(
        "next",
        agents.jobs().status().hasWorker()
            ? "a worker goes on with it; watch it with 'agents plan watch %s'".formatted(id)
            : "agents plan resume " + id);
    return Result.ok(
        data(open)
            .with("answer", answer.grant ? "granted" : "denied")
            .with("by", who)
            .with("stage", after.standing().stage().toString()),
        page.build());
  }

  static Data data(Approval open) {
    return Data.of("id", open.id().toString())
        .with("plan", open.plan().toString())
        .with("gate", open.gate())
        .with("question", open.question())
        .with("step", open.step())
        .with("detail", open.detail())
        .with("asked_at", open.asked());
  }
}
