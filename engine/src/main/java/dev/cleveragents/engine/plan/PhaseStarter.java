package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.brief.Delivery;
import dev.cleveragents.engine.plan.brief.PlanBrief;
import dev.cleveragents.engine.plan.lifecycle.PlanLifecycle;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.plan.selection.ChangeSelection;
import dev.cleveragents.engine.plan.selection.ChangeSelectionRows;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Starts the execute and the apply phase of plans, for the first time or again. */
record PhaseStarter(PlanMover mover, PlanJournal journal) {

  Plan execute(PlanId id) {
    return mover.moveWithJob(
        id,
        plan -> isAtOrAfter(plan, PlanPhase.EXECUTE),
        status -> into(PlanPhase.EXECUTE, status),
        "execute was allowed");
  }

  Plan apply(PlanId id) {
    return apply(id, _ -> {}, it -> it);
  }

  /** Refuses if the result is no longer the one that was seen. */
  Plan apply(Plan seen, UnaryOperator<Delivery> delivery) {
    return apply(
        seen.id(),
        before -> {
          if (!before.results().equals(seen.results())) {
            throw new OperationException(
                OperationException.Kind.CONFLICT,
                "The result of plan %s has changed since it was shown, so it was not applied"
                    .formatted(seen.id()),
                "Review it again, then apply it",
                NextAction.of(Verb.SHOW_DIFF, seen.id()));
          }
        },
        delivery);
  }

  private Plan apply(PlanId id, Consumer<Plan> check, UnaryOperator<Delivery> delivery) {
    return mover.moveWithJob(
        id,
        plan -> isAtOrAfter(plan, PlanPhase.APPLY),
        before -> {
          check.accept(mover.requireNotDenied(before));
          return intoApply(before, delivery);
        },
        "apply was allowed",
        (transaction, before) -> {
          journal.approvals(transaction).grant(before);
          new ChangeSelectionRows(transaction).clear(id);
        });
  }

  Plan apply(PlanId id, ChangeSelection part, UnaryOperator<Delivery> delivery) {
    return mover.moveWithJob(
        id,
        _ -> false,
        before -> intoApply(mover.requireNotDenied(before), delivery),
        "apply was allowed for " + part.words(),
        (transaction, before) -> {
          journal.approvals(transaction).grant(before);
          new ChangeSelectionRows(transaction).put(id, part, journal.now());
        });
  }

  /** A subplan is merged into its parent, and only the parent can do that. */
  static void requireNoParent(Plan plan, String what) {
    PlanId parent = plan.kind().parent();
    if (parent != null) {
      throw OperationException.conflict(
          "Plan %s is a part of plan %s and cannot be %s alone".formatted(plan.id(), parent, what),
          NextAction.of(Verb.SHOW_PLAN, parent));
    }
  }

  private static Plan intoApply(Plan before, UnaryOperator<Delivery> delivery) {
    requireNoParent(before, "applied");
    PlanBrief brief = before.brief();
    return before
        .with(into(PlanPhase.APPLY, before.status()))
        .with(brief.with(delivery.apply(brief.delivery())));
  }

  /** Into a phase, for the first time or again after a failure. */
  private static PlanStatus into(PlanPhase phase, PlanStatus now) {
    return now.phase() == phase && isStuck(now)
        ? PlanLifecycle.resume(now)
        : PlanLifecycle.proceedTo(phase, now);
  }

  private static boolean isAtOrAfter(Plan plan, PlanPhase phase) {
    PlanStatus status = plan.status();
    boolean later = status.phase().compareTo(phase) > 0;
    return (later || (status.phase() == phase && !isStuck(status)))
        && status.state() != PlanState.CANCELLED;
  }

  /** Whether it continues only if the user resumes it. */
  private static boolean isStuck(PlanStatus status) {
    return switch (status.state()) {
      case ERRORED, CONSTRAINED -> true;
      case QUEUED -> status.held();
      case PROCESSING, WAITING, COMPLETE, CANCELLED, APPLIED -> false;
    };
  }
}
