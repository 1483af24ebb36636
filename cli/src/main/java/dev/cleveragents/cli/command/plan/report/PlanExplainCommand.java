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
import dev.cleveragents.engine.actor.ConversationRows.RoleEntry;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.runtime.view.ConversationView;
import dev.cleveragents.runtime.view.DecisionView;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code agents plan explain}: the decisions of a plan with reasons, or the conversations of its
 * agents. Reads only.
 */
@Command(
    name = "explain",
    description = "Show the decisions of a plan with question, choice and rationale.",
    footer = "agents plan explain --conversation")
final class PlanExplainCommand implements AgentsCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "Plan: id, its start or end, or 'last', this project's newest; default: last.")
  String plan = PlanFinder.LAST;

  @Option(
      names = "--decision",
      paramLabel = "ID",
      description = "Limit to this decision: id, or its end.")
  @Nullable String decision;

  @Option(
      names = "--conversation",
      description = "Show what its agents were told, replied and called, with summaries.")
  boolean conversation;

  @Override
  public Result run(CommandContext context) {
    return conversation ? conversation(context) : decisions(context);
  }

  private Result conversation(CommandContext context) {
    List<RoleEntry> entries =
        StoreAccess.read(
            context, agents -> agents.conversation(PlanFinder.find(agents, plan, context)));
    Page.Builder page = Page.builder();
    String role = "";
    for (RoleEntry entry : entries) {
      if (!entry.role().equals(role)) {
        role = entry.role();
        page.heading(role);
      }
      page.line(ConversationView.VIEW, entry);
    }
    if (entries.isEmpty()) {
      page.text("No language model has worked on this plan.");
    }
    return Result.ok(
        Data.of("conversation", Data.all(ConversationView.VIEW, entries)), page.build());
  }

  private Result decisions(CommandContext context) {
    List<Decision> all =
        StoreAccess.read(
            context,
            agents -> agents.plans().decisions(PlanFinder.find(agents, plan, context).id()));
    List<Decision> meant = all.stream().filter(this::isMeant).toList();
    if (meant.isEmpty() && decision != null) {
      throw new ProblemException(
          new Problem(
              ExitCode.NOT_FOUND,
              "The plan has no decision '%s'.".formatted(decision),
              null,
              "agents plan tree --decisions " + plan));
    }
    Page.Builder page = Page.builder();
    meant.forEach(each -> explain(each, page));
    return Result.ok(Data.of("decisions", Data.all(DecisionView.VIEW, meant)), page.build());
  }

  private boolean isMeant(Decision each) {
    return decision == null || each.id().toString().endsWith(decision.toUpperCase(Locale.ROOT));
  }

  private static void explain(Decision decision, Page.Builder page) {
    page.heading(decision.choice().type().id());
    page.rows(DecisionView.VIEW, decision);
  }
}
