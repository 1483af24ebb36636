package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.Event;
import dev.cleveragents.engine.plan.Brief.Target;
import dev.cleveragents.store.Transaction;
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
final class PlanMoves {

  private final Transaction transaction;
  private final AuditLog audit;
  private final Instant now;
  private final PlanRows rows;

  PlanMoves(Transaction transaction, AuditLog audit, Instant now) {
    this.transaction = transaction;
    this.audit = audit;
    this.now = now;
    this.rows = new PlanRows(transaction);
  }

  /** The plan as it stands now; nobody else moves it before this transaction is over. */
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
    data.put("stage", plan.standing().stage().toString());
    append("plan.made", plan, data);
  }

  /** Stores how the plan stands from now on. */
  Plan move(Plan before, Standing after, String reason) {
    return move(before, before.with(after), reason);
  }

  /** Stores how the plan is from now on. */
  Plan move(Plan before, Plan after, String reason) {
    Plan moved = update(before, after);
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from", before.standing().stage().toString());
    data.put("to", moved.standing().stage().toString());
    data.put("reason", reason);
    if (moved.standing().held()) {
      data.put("held", true);
    }
    append("plan.moved", moved, data);
    return moved;
  }

  /** Stores that the steps up to this one are done. */
  Plan stepDone(Plan before, int steps) {
    return update(before, before.with(before.standing().withStepsDone(steps)));
  }

  /**
   * Stores something else about a plan that stays where it stands, and tells it. Where it began may
   * be another place then, so there is no way back to its steps.
   */
  Plan restate(Plan before, Plan after, String type, Map<String, @Nullable Object> data) {
    int steps = before.standing().counters().stepsDone();
    new CheckpointRows(transaction)
        .rollBackAfter(
            before.id(), new Checkpoint.Place(before.standing().counters().replans(), -1), now);
    Plan restated = update(before, after.with(before.standing().withStepsDone(steps)));
    append(type, restated, data);
    return restated;
  }

  /**
   * Lets plans that have the rest of one that was applied begin at what it made, unless they have
   * gone on meanwhile.
   *
   * @param commits what each git resource got
   */
  void letRestFollow(Plan applied, Map<String, String> commits) {
    for (PlanLink link : new LinkRows(transaction).of(applied.id())) {
      if (link.kind() == PlanLink.Kind.REST_OF && link.other().equals(applied.id())) {
        keep(link.plan())
            .filter(rest -> rest.standing().stage().equals(Standing.carriedOut().stage()))
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
      throw PlanException.conflict(
          "The plan %s was moved by somebody else at the same moment".formatted(before.id()),
          "agents plan status");
    }
    return moved;
  }

  /** Stores what went wrong, beside the move that it caused. */
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
        new Event(type, plan.id(), plan.job(), "system", plan.kind().root().toString(), data));
  }
}
