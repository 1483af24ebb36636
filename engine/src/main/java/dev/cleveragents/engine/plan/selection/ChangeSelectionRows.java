package dev.cleveragents.engine.plan.selection;

import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.Optional;

/** Reads and writes the selections of plans in one transaction. */
public record ChangeSelectionRows(Transaction transaction) {

  public void put(PlanId plan, ChangeSelection selection, Instant now) {
    clear(plan);
    transaction.update(
        "INSERT INTO plan_selections (plan_id, selection, at) VALUES (?, ?, ?)",
        plan.toString(),
        selection.json(),
        StoreClock.micros(now));
  }

  public Optional<ChangeSelection> of(PlanId plan) {
    return transaction
        .first(
            "SELECT selection FROM plan_selections WHERE plan_id = ?",
            RowMapper.of(String.class),
            plan.toString())
        .map(ChangeSelection::read);
  }

  public void clear(PlanId plan) {
    transaction.update("DELETE FROM plan_selections WHERE plan_id = ?", plan.toString());
  }
}
