package dev.cleveragents.engine.plan.output;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.PlanId;
import java.util.List;

/** The statements about what commands printed. */
public final class StepOutputRows {

  private final Transaction transaction;

  public StepOutputRows(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Adds the output of a step; the text must be fit to be stored. */
  public void add(Ulid id, PlanId plan, StepOutput output) {
    transaction.update(
        """
        INSERT INTO plan_outputs (id, plan_id, step, what, succeeded, message, output, millis, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        id.toString(),
        plan.toString(),
        output.step(),
        output.what(),
        output.succeeded() ? 1L : 0L,
        output.message(),
        output.output(),
        output.took().toMillis(),
        StoreClock.micros(output.at()));
  }

  /** The outputs of a plan's commands and checks, oldest first. */
  public List<StepOutput> of(PlanId plan) {
    return transaction.query(
        """
        SELECT step, what, succeeded, message, output, millis * 1000000 AS took, at, id
        FROM plan_outputs WHERE plan_id = ?
        UNION ALL
        SELECT 0 AS step, name AS what, passed AS succeeded, message, output,
          millis * 1000000 AS took, at, id
        FROM plan_validations WHERE plan_id = ?
        ORDER BY at, id
        """,
        RowMapper.of(StepOutput.class),
        plan.toString(),
        plan.toString());
  }
}
