package dev.cleveragents.engine.plan;

import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;

/** Reads and writes the links between plans in one transaction. */
public record PlanLinkRows(Transaction transaction) {

  public void add(PlanLink link, Instant now) {
    transaction.update(
        "INSERT INTO plan_links (plan_id, kind, other_id, at) VALUES (?, ?, ?, ?)",
        link.plan().toString(),
        link.kind().name(),
        link.other().toString(),
        StoreClock.micros(now));
  }

  /** The links of a plan, as the later or the earlier one, oldest first. */
  public List<PlanLink> of(PlanId plan) {
    return transaction.query(
        """
        SELECT plan_id AS plan, kind, other_id AS other FROM plan_links
        WHERE plan_id = ? OR other_id = ? ORDER BY plan_id, kind, other_id
        """,
        RowMapper.of(PlanLink.class),
        plan.toString(),
        plan.toString());
  }
}
