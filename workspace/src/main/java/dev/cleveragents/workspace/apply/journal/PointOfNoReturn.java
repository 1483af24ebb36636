package dev.cleveragents.workspace.apply.journal;

import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.PlanId;

/** Whether the apply of a plan is only ever finished from here on. */
public final class PointOfNoReturn {

  private PointOfNoReturn() {}

  /** Whether it is passed, as this transaction sees it. */
  public static boolean isPassed(Transaction transaction, PlanId plan) {
    return transaction
        .first(
            """
            SELECT id FROM apply_journals
            WHERE plan_id = ? AND state IN ('COMMITTED', 'FINISHED', 'DONE')
            """,
            RowMapper.of(String.class),
            plan.toString())
        .isPresent();
  }
}
