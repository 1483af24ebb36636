package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.budget.BudgetRows;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.definition.AutomationProfile.Verdict;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.job.DatabaseJobStore;
import dev.cleveragents.store.job.DatabaseUnit;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Stores new plans. A plan, its first decision, its event and its first job (or the approval
 * request that comes before it) are one transaction.
 */
record PlanCreator(Database database, DatabaseJobStore jobs, PlanJournal journal) {

  /** Creates a plan for a request of a user. */
  PlanId make(NewPlan wanted, PlanBrief brief) {
    PlanId id = new PlanId(journal.nextId());
    Plan.Kind kind =
        new Plan.Kind(
            id,
            null,
            wanted.project().name(),
            wanted.title().action(),
            wanted.title().goal(),
            wanted.title().profile());
    Budget budget = wanted.title().budget();
    return begin(
        kind,
        brief,
        transaction -> {
          if (!budget.isUnlimited()) {
            new BudgetRows(transaction).limit(BudgetRows.accountOf(kind.root()), budget);
          }
        });
  }

  /** Creates a plan that undoes another and is linked to it. */
  PlanId makeUndo(Plan done, PlanBrief brief) {
    PlanId id = new PlanId(journal.nextId());
    Plan.Kind kind =
        new Plan.Kind(
            id,
            null,
            done.kind().project(),
            "undo",
            "Undo: " + done.kind().goal(),
            done.kind().profile());
    PlanLink link = new PlanLink(id, PlanLink.Kind.UNDOES, done.id());
    return begin(
        kind, brief, transaction -> new PlanLinkRows(transaction).add(link, journal.now()));
  }

  private PlanId begin(Plan.Kind kind, PlanBrief brief, Consumer<Transaction> beside) {
    Instant now = journal.now();
    boolean asks = brief.rules().before(PlanPhase.STRATEGIZE, null) != Verdict.GO;
    Plan plan =
        new Plan(
            kind.root(),
            kind,
            PlanStatus.first(asks),
            brief,
            null,
            List.of(),
            new Plan.Times(now, now));
    Consumer<Transaction> write =
        transaction -> {
          store(plan, transaction);
          beside.accept(transaction);
        };
    if (asks) {
      database.write(
          transaction -> {
            write.accept(transaction);
            journal.approvals(transaction).ask(plan, ApprovalRequest.before(PlanPhase.STRATEGIZE));
            return plan.id();
          });
    } else {
      jobs.enqueue(journal.job(plan), DatabaseUnit.writing(write));
    }
    return plan.id();
  }

  /** Stores a new plan with the decision that all others follow from. */
  private void store(Plan plan, Transaction transaction) {
    journal.moves(transaction).make(plan);
    journal.decide(
        transaction,
        plan.id(),
        DecisionContent.of(
            DecisionType.PROMPT_DEFINITION,
            "What is to be done?",
            plan.kind().goal(),
            "requested by the user, as action " + plan.kind().action()));
  }
}
