package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.plan.PlanBrief.Target;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves plans within one transaction: each move is one conditional write on the version that was
 * seen, with its event beside it.
 */
final class PlanTransaction {

  private final Transaction transaction;
  private final AuditLog audit;
  private final Instant now;
  private final PlanRows rows;

  PlanTransaction(Transaction transaction, AuditLog audit, Instant now) {
    this.transaction = transaction;
    this.audit = audit;
    this.now = now;
    this.rows = new PlanRows(transaction);
  }

  /** The plan as stored; no other transaction moves it before this one is over. */
  Optional<Plan> keep(PlanId id) {
    return rows.keep(id);
  }

  /** Stores a new plan. */
  void make(Plan plan) {
    rows.insert(plan);
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("goal", plan.kind().goal());
    data.put("action", plan.kind().action());
    data.put("project", plan.kind().project().toString());
    data.put("profile", plan.kind().profile());
    data.put("stage", plan.status().stage().toString());
    append("plan.made", plan, data);
  }

  /** Stores the new status of the plan. */
  Plan move(Plan before, PlanStatus after, String reason) {
    return move(before, before.with(after), reason);
  }

  /** Stores how the plan is from now on. */
  Plan move(Plan before, Plan after, String reason) {
    Plan moved = update(before, after);
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from", before.status().stage().toString());
    data.put("to", moved.status().stage().toString());
    data.put("reason", reason);
    if (moved.status().held()) {
      data.put("held", true);
    }
    append("plan.moved", moved, data);
    return moved;
  }

  /** Stores that the steps up to this one are done. */
  Plan stepDone(Plan before, int steps) {
    return update(before, before.with(before.status().withStepsDone(steps)));
  }

  /**
   * Stores another brief or result of a plan in the same status, with an event. Its bases may be
   * another place then, so there is no way back to its steps.
   */
  Plan restate(Plan before, Plan after, String type, Map<String, @Nullable Object> data) {
    int steps = before.status().counters().stepsDone();
    new CheckpointRows(transaction)
        .rollBackAfter(
            before.id(), new Checkpoint.Place(before.status().counters().replans(), -1), now);
    Plan restated = update(before, after.with(before.status().withStepsDone(steps)));
    append(type, restated, data);
    return restated;
  }

  /**
   * Rebases plans that have the rest of an applied plan onto its commits, unless they have gone on
   * meanwhile.
   *
   * @param commits what each git resource got
   */
  void letRestFollow(Plan applied, Map<String, String> commits) {
    for (PlanLink link : new PlanLinkRows(transaction).of(applied.id())) {
      if (link.kind() == PlanLink.Kind.REST_OF && link.other().equals(applied.id())) {
        keep(link.plan())
            .filter(rest -> rest.status().stage().equals(PlanStatus.carriedOut().stage()))
            .ifPresent(rest -> letFollow(rest, applied, commits));
      }
    }
  }

  private void letFollow(Plan rest, Plan applied, Map<String, String> commits) {
    List<Target> targets = new ArrayList<>();
    for (Target target : rest.brief().targets()) {
      String commit = commits.get(target.resource().name().toString());
      boolean fits =
          applied
              .resultOf(target.resource())
              .filter(result -> result.commit().equals(target.base()))
              .isPresent();
      targets.add(commit != null && fits ? target.on(commit) : target);
    }
    if (!targets.equals(rest.brief().targets())) {
      Map<String, @Nullable Object> data = new LinkedHashMap<>();
      data.put("applied", applied.id().toString());
      restate(rest, rest.with(rest.brief().on(targets)), "plan.follows", data);
    }
  }

  private Plan update(Plan before, Plan after) {
    Plan moved = after.movedAt(now);
    if (!rows.update(before, moved)) {
      throw OperationException.conflict(
          "Plan %s was moved by another process at the same moment".formatted(before.id()),
          NextAction.of(Verb.SHOW_PLAN));
    }
    return moved;
  }

  /** Stores an error, beside the move that it caused. */
  void addError(Plan plan, PlanError error) {
    rows.addError(plan.id(), error.reworded(audit::redact));
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("category", error.category());
    data.put("message", error.message());
    data.put("retriable", error.retriable());
    append("plan.error", plan, data);
  }

  /** Notes something that happened to a plan. */
  void append(String type, Plan plan, Map<String, @Nullable Object> data) {
    audit.append(
        transaction,
        new AuditEvent(type, plan.id(), plan.job(), "system", plan.kind().root().toString(), data));
  }
}
