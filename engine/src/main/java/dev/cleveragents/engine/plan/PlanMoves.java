package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.Event;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.Transaction;
import java.time.Instant;
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
    return move(before, after, reason, before.job(), before.results());
  }

  Plan moveToJob(Plan before, Standing after, String reason, JobId job) {
    return move(before, after, reason, job, before.results());
  }

  Plan moveWithResults(Plan before, Standing after, String reason, List<Plan.Result> results) {
    return move(before, after, reason, before.job(), results);
  }

  private Plan move(
      Plan before,
      Standing standing,
      String reason,
      @Nullable JobId job,
      List<Plan.Result> results) {
    Plan after =
        new Plan(
            before.id(),
            before.kind(),
            standing,
            before.brief(),
            job,
            results,
            new Plan.Times(before.times().created(), now));
    if (!rows.update(before, after)) {
      throw PlanException.conflict(
          "The plan %s was moved by somebody else at the same moment".formatted(before.id()),
          "agents plan status");
    }
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("from", before.standing().stage().toString());
    data.put("to", standing.stage().toString());
    data.put("reason", reason);
    if (standing.held()) {
      data.put("held", true);
    }
    append("plan.moved", after, data);
    return after;
  }

  /** Stores that the steps up to this one are done. */
  Plan stepDone(Plan before, int steps) {
    Plan after =
        new Plan(
            before.id(),
            before.kind(),
            before.standing().withStepsDone(steps),
            before.brief(),
            before.job(),
            before.results(),
            new Plan.Times(before.times().created(), now));
    if (!rows.update(before, after)) {
      throw PlanException.conflict(
          "The plan %s was moved by somebody else at the same moment".formatted(before.id()), null);
    }
    return after;
  }

  /** Stores what went wrong, beside the move that it caused. */
  void addError(Plan plan, PlanError error) {
    rows.addError(plan.id(), error);
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
