package dev.cleveragents.cli.command.approval;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.ListCut;
import dev.cleveragents.cli.command.NumberOption;
import dev.cleveragents.cli.command.PlanFinder;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.PlanNextCommand;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.Approval;
import dev.cleveragents.engine.plan.Approvals;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.ApprovalView;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.runtime.view.Mark;
import dev.cleveragents.runtime.view.PlanView;
import dev.cleveragents.workspace.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents approvals}: lists and answers open approvals. */
@Command(
    name = "approvals",
    description = {
      "List open approvals; with a plan, show or answer its approval.",
      "After an answer the plan continues when a worker claims it, or with 'agents "
          + "plan resume'."
    },
    footer = {"agents approvals --grant", "agents approvals --deny --reason 'too broad'"})
public final class ApprovalsCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last'; default for an answer: last.")
  @Nullable String plan;

  /** The answer. */
  static final class AnswerOptions {
    @Option(names = "--grant", description = "Approve the step; with --reason also after a denial.")
    boolean grant;

    @Option(names = "--deny", description = "Reject the step; a plan without a model stops.")
    boolean deny;

    @Option(
        names = "--answer",
        paramLabel = "TEXT",
        description = "Answer the question of an agent.")
    @Nullable String words;
  }

  @ArgGroup(exclusive = true)
  AnswerOptions answer = new AnswerOptions();

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Reason for --deny, or for --grant after a denial.")
  @Nullable String reason;

  @Option(names = "--project", paramLabel = "NAME", description = "Limit to this project.")
  @Nullable String project;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Limit the list to N entries; default: 20.")
  int limit = 20;

  @Override
  public Result run(CommandContext context) {
    boolean answers = answer.grant || answer.deny || answer.words != null;
    if (reason != null && !answer.deny && !answer.grant) {
      throw usage("--reason needs --deny or --grant.");
    }
    if (plan == null && !answers) {
      return list(context);
    }
    String named = plan == null ? PlanFinder.LAST : plan;
    return answers
        ? StoreAccess.change(context, agents -> answer(agents, named, context))
        : StoreAccess.read(context, agents -> show(require(agents, named, context)));
  }

  private static ProblemException usage(String message) {
    return new ProblemException(
        new Problem(
            ExitCode.USAGE,
            message,
            "Use agents approvals --grant --reason TEXT, or agents approvals --deny --reason TEXT.",
            "agents help approvals"));
  }

  private Result list(CommandContext context) {
    NumberOption.limit(limit, "agents help approvals");
    Name wanted = project == null ? null : Name.of(project);
    ListCut<Approval> cut =
        ListCut.at(
            limit,
            most ->
                StoreAccess.readOr(
                    context,
                    agents -> {
                      if (wanted != null) {
                        agents.projects().show(wanted);
                      }
                      return agents.plans().approvals().open(wanted, most);
                    },
                    List.<Approval>of()));
    List<Approval> open = cut.shown();
    Page.Builder page = Page.builder();
    open.forEach(it -> page.line(ApprovalView.VIEW, it));
    cut.note(page);
    page.prose(
        open.isEmpty()
            ? "no plan waits for approval"
            : "Show one with 'agents approvals PLAN', answer it with --grant, --deny or --answer.");
    return Result.ok(
        Data.of("approvals", Data.all(ApprovalView.VIEW, open))
            .with("limit", limit)
            .with("more", cut.more()),
        page.build());
  }

  private static Approval require(CleverAgents agents, String named, CommandContext context) {
    Plan meant = PlanFinder.find(agents, named, context);
    return agents
        .plans()
        .approvals()
        .of(meant.id())
        .orElseThrow(
            () ->
                new ProblemException(
                    new Problem(
                        ExitCode.CONFLICT,
                        "No approval of plan %s is open: it is %s."
                            .formatted(meant.id(), PlanView.stage(meant)),
                        null,
                        "agents plan status " + DisplayText.shortId(meant.id()))));
  }

  private static Result show(Approval open) {
    String id = DisplayText.shortId(open.plan());
    Page.Builder page = Page.builder();
    page.rows(ApprovalView.VIEW, open);
    page.command(
        "answer with",
        "agents approvals %s %s"
            .formatted(id, ApprovalView.isQuestion(open) ? "--answer TEXT" : "--grant, or --deny"));
    List<Page.Block> blocks = new ArrayList<>(page.build().blocks());
    if (!open.detail().isEmpty()) {
      blocks.add(new Page.Diff(open.detail()));
    }
    return Result.ok(Data.of(ApprovalView.VIEW, open), new Page(blocks));
  }

  private Result answer(CleverAgents agents, String named, CommandContext context) {
    Plan meant = PlanFinder.find(agents, named, context);
    if (answer.grant && agents.plans().approvals().denial(meant.id()).isPresent()) {
      return override(agents, meant, context);
    }
    Approval open = require(agents, named, context);
    if (ApprovalView.isQuestion(open) != (answer.words != null) && !answer.deny) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              ApprovalView.isQuestion(open)
                  ? "The agent asks a question, which --grant does not answer."
                  : "The plan asks for an approval, not for an answer.",
              ApprovalView.question(open),
              "agents approvals %s %s"
                  .formatted(named, ApprovalView.isQuestion(open) ? "--answer TEXT" : "--grant")));
    }
    Approvals approvals = agents.plans().approvals();
    String who = ApprovalPrompt.who(context);
    Plan after =
        answer.deny ? approvals.deny(open, who, reason) : approvals.grant(open, who, answer.words);
    Page.Builder page = Page.builder();
    page.row("plan", PlanView.stage(after), DisplayText.shortId(after.id()), Mark.NONE);
    page.row(answer.deny ? "rejected" : "approved", open.question());
    boolean ended = answer.deny && open.step() == null;
    next(agents, after, ended, page);
    return Result.ok(
        Data.of(ApprovalView.VIEW, open)
            .with("answer", answer.deny ? "denied" : "granted")
            .with("by", who)
            .with("stage", after.status().stage().toString()),
        page.build());
  }

  private Result override(CleverAgents agents, Plan denied, CommandContext context) {
    String why = Objects.requireNonNullElse(reason, "");
    String who = ApprovalPrompt.who(context);
    Plan after = agents.plans().approvals().override(denied.id(), who, why);
    Page.Builder page = Page.builder();
    page.row("plan", PlanView.stage(after), DisplayText.shortId(after.id()), Mark.NONE);
    page.row("granted", "after a denial; the log names %s".formatted(who), why, Mark.ATTENTION);
    next(agents, after, false, page);
    return Result.ok(
        Data.of(PlanView.VIEW, after).with("answer", "overridden").with("by", who), page.build());
  }

  /**
   * Adds what to do next.
   *
   * @param ended whether the denial of a phase keeps the plan from continuing
   */
  private static void next(CleverAgents agents, Plan plan, boolean ended, Page.Builder page) {
    String id = DisplayText.shortId(plan.id());
    String top = DisplayText.shortId(plan.kind().root());
    if (ended) {
      page.command("next", PlanNextCommand.afterDenial(plan));
      page.command("or", "agents plan cancel " + id);
      return;
    }
    if (agents.jobs().status().hasWorker()) {
      page.command("follow it with", "agents plan watch " + top, "a worker continues it");
    } else {
      page.command("next", "agents plan resume " + top);
    }
  }
}
