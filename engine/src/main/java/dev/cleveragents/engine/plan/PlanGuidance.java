package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.actor.GuidanceRows;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.store.Database;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.List;

/** Stores what users tell the agents of plans. */
final class PlanGuidance {

  private static final int LONGEST = 20_000;

  private final Database database;
  private final PlanJournal journal;

  PlanGuidance(Database database, PlanJournal journal) {
    this.database = database;
    this.journal = journal;
  }

  Plan give(PlanId id, String text) {
    if (text.isBlank() || text.length() > LONGEST) {
      throw OperationException.invalid(
          "Guidance must have from 1 to %,d characters".formatted(LONGEST));
    }
    return database.write(
        transaction -> {
          PlanTransaction moves = journal.moves(transaction);
          Plan plan = moves.lock(id).orElseGet(() -> new PlanRows(transaction).require(id));
          requireAgent(plan);
          String safe = journal.audit().redact(text.replace('\0', '?'));
          new GuidanceRows(transaction).add(journal.nextId(), id, safe, journal.now());
          journal.decide(
              transaction,
              id,
              DecisionContent.of(
                  DecisionType.USER_INTERVENTION, "What should the agent know?", safe, "guidance"));
          moves.append("plan.guided", plan, AuditEvent.data("text", safe));
          return isComplete(plan) ? reopened(moves, plan) : plan;
        });
  }

  private static boolean isComplete(Plan plan) {
    PlanStatus status = plan.status();
    return status.phase() == PlanPhase.EXECUTE && status.state() == PlanState.COMPLETE;
  }

  private Plan reopened(PlanTransaction moves, Plan plan) {
    journal.approvals(moves.transaction()).withdraw(plan);
    int steps = plan.status().counters().stepsDone();
    return moves.move(
        plan,
        plan.with(PlanLifecycle.rollBack(plan.status(), steps)).with(List.of()),
        "new guidance");
  }

  private static void requireAgent(Plan plan) {
    if (!(plan.brief().execution() instanceof Work.ByModel)) {
      throw OperationException.conflict(
          "No language model works on plan %s, so it takes no guidance".formatted(plan.id()),
          NextAction.of(Verb.SHOW_PLAN, plan.id()));
    }
    PlanStatus status = plan.status();
    if (status.state().isTerminal() || status.phase() == PlanPhase.APPLY) {
      throw OperationException.conflict(
          "Plan %s is %s and takes no guidance".formatted(plan.id(), status.stage()),
          NextAction.of(Verb.SHOW_PLAN, plan.id()));
    }
  }
}
