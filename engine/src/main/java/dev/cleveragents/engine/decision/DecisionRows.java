package dev.cleveragents.engine.decision;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes decisions in the caller's transaction. */
public final class DecisionRows {

  private static final String COLUMNS =
      "id, plan_id, parent_id, type, question, chosen, alternatives, confidence, rationale,"
          + " superseded, at";

  private final Transaction transaction;

  private record Row(
      Ulid id,
      PlanId planId,
      @Nullable Ulid parentId,
      String type,
      String question,
      String chosen,
      String alternatives,
      @Nullable Double confidence,
      String rationale,
      boolean superseded,
      Instant at) {

    Decision decision() {
      DecisionContent choice =
          new DecisionContent(
              DecisionType.of(type),
              question,
              chosen,
              strings(alternatives),
              confidence,
              rationale);
      return new Decision(id, planId, parentId, choice, superseded, at);
    }
  }

  public DecisionRows(Transaction transaction) {
    this.transaction = transaction;
  }

  private void insert(Decision decision, @Nullable Integer step) {
    DecisionContent choice = decision.choice();
    transaction.update(
        "INSERT INTO plan_decisions ("
            + COLUMNS
            + ", step) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        decision.id().toString(),
        decision.plan().toString(),
        decision.parent() == null ? null : decision.parent().toString(),
        choice.type().id(),
        choice.question(),
        choice.chosen(),
        Json.write(choice.alternatives()),
        choice.confidence(),
        choice.rationale(),
        decision.superseded() ? 1L : 0L,
        StoreClock.micros(decision.at()),
        step == null ? null : (long) step);
  }

  /**
   * Stores a decision of a plan, as a child of the plan's first decision or as the first.
   *
   * @param step the step in which it is made; null if before the first step
   */
  public void add(
      Ulid id, PlanId plan, DecisionContent choice, @Nullable Integer step, Instant at) {
    Ulid root =
        transaction
            .first(
                "SELECT id FROM plan_decisions WHERE plan_id = ? ORDER BY id LIMIT 1",
                RowMapper.of(Ulid.class),
                plan.toString())
            .orElse(null);
    insert(new Decision(id, plan, root, choice, false, at), step);
  }

  /** Marks the decisions of all later steps as superseded. */
  public void supersedeAfter(PlanId plan, int step) {
    transaction.update(
        "UPDATE plan_decisions SET superseded = 1 WHERE plan_id = ? AND step > ?",
        plan.toString(),
        (long) step);
  }

  /** The decisions of a plan, in their order. */
  public List<Decision> of(PlanId plan) {
    return transaction
        .query(
            "SELECT " + COLUMNS + " FROM plan_decisions WHERE plan_id = ? ORDER BY id",
            RowMapper.of(Row.class),
            plan.toString())
        .stream()
        .map(Row::decision)
        .toList();
  }

  /** The step in which a decision was made; empty if it was made before the first. */
  public Optional<Integer> stepOf(Ulid decision) {
    return transaction
        .query(
            "SELECT coalesce(step, 0) FROM plan_decisions WHERE id = ?",
            RowMapper.of(Integer.class),
            decision.toString())
        .stream()
        .filter(step -> step > 0)
        .findFirst();
  }

  /**
   * How many of the first steps of a plan the user has put between those of its actor, since the
   * last replan.
   */
  public int stepsOfUser(PlanId plan, int upToStep) {
    return transaction
        .first(
            """
            SELECT count(*) FROM plan_decisions
            WHERE plan_id = ? AND type IN ('user_edit', 'partial_kept') AND superseded = 0
              AND step <= ?
              AND id > coalesce(
                (SELECT max(id) FROM plan_decisions WHERE plan_id = ? AND type = 'replan'), '')
            """,
            RowMapper.of(Integer.class),
            plan.toString(),
            (long) upToStep,
            plan.toString())
        .orElse(0);
  }

  private static List<String> strings(String json) {
    List<String> strings = new ArrayList<>();
    if (Json.read(json) instanceof List<?> list) {
      list.forEach(element -> strings.add(String.valueOf(element)));
    }
    return strings;
  }
}
