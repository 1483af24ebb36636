package dev.cleveragents.engine.subplan;

import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes in one transaction which plans are the subplans of others. */
public record SubplanRows(Transaction transaction) {

  /** What is stored about a subplan. */
  record Row(
      PlanId id,
      long number,
      String name,
      String dependsOn,
      boolean started,
      SubplanRow.Stage stage) {

    SubplanRow subplan() {
      return new SubplanRow(
          id,
          (int) number,
          name,
          ((List<?>) Objects.requireNonNull(Json.read(dependsOn)))
              .stream().map(String::valueOf).toList(),
          started,
          stage);
    }
  }

  /**
   * Stores that a plan is a subplan.
   *
   * @param round how often its parent had been replanned
   */
  public void add(PlanId parent, int round, SubplanRow subplan) {
    transaction.update(
        """
        INSERT INTO plan_subplans (plan_id, parent_id, round, number, name, depends_on, started)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        subplan.id().toString(),
        parent.toString(),
        (long) round,
        (long) subplan.number(),
        subplan.name(),
        Json.write(subplan.dependsOn()),
        subplan.started() ? 1L : 0L);
  }

  /** Stores that a subplan may run from now on. */
  public void started(PlanId subplan) {
    transaction.update(
        "UPDATE plan_subplans SET started = 1 WHERE plan_id = ?", subplan.toString());
  }

  /** When a subplan has to have ended; empty if never, or if its time has not begun. */
  public Optional<Instant> deadline(PlanId subplan) {
    return transaction
        .query(
            "SELECT deadline FROM plan_subplans WHERE plan_id = ? AND deadline IS NOT NULL",
            RowMapper.of(Instant.class),
            subplan.toString())
        .stream()
        .findFirst();
  }

  /**
   * Stores when a subplan has to have ended.
   *
   * @param end null if its next job starts its time
   */
  public void deadline(PlanId subplan, @Nullable Instant end) {
    transaction.update(
        "UPDATE plan_subplans SET deadline = ? WHERE plan_id = ?",
        end == null ? null : StoreClock.micros(end),
        subplan.toString());
  }

  /** The subplans of a plan in a round, in their order. */
  public List<SubplanRow> of(PlanId parent, int round) {
    return transaction
        .query(
            """
            SELECT s.plan_id AS id, s.number, s.name, s.depends_on, s.started,
              p.phase, p.state, p.held, p.waits_for
            FROM plan_subplans s JOIN plan_records p ON p.id = s.plan_id
            WHERE s.parent_id = ? AND s.round = ? ORDER BY s.number
            """,
            RowMapper.of(Row.class),
            parent.toString(),
            (long) round)
        .stream()
        .map(Row::subplan)
        .toList();
  }
}
