package dev.cleveragents.engine.subplan;

import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.subplan.SubplanNode.Figures;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads all subplans below a plan in two queries, however many and however deep they are. Subplans
 * of earlier rounds, before a replan, are left out.
 */
public record SubplanNodes(Transaction transaction) {

  private record Row(
      SubplanRows.Row row,
      PlanId parent,
      @Nullable String result,
      long steps,
      Instant created,
      Instant moved) {

    Figures figures() {
      return new Figures(created, moved, (int) steps, changed(result));
    }
  }

  private record Spent(PlanId plan, PlanCost cost) {}

  /** Each plan before its subplans, in the order in which their results are merged. */
  public List<SubplanNode> below(PlanId plan, PlanId root) {
    Map<PlanId, List<Row>> byParent = new HashMap<>();
    for (Row row :
        transaction.query(
            """
            SELECT s.plan_id AS id, s.parent_id AS parent, s.number, s.name, s.depends_on, s.started,
              p.phase, p.state, p.held, p.waits_for, p.result, p.steps_done AS steps,
              p.created_at AS created, p.moved_at AS moved
            FROM plan_records p
              JOIN plan_subplans s ON s.plan_id = p.id
              JOIN plan_records o ON o.id = s.parent_id
            WHERE p.root_id = ? AND s.round = o.replans ORDER BY s.number
            """,
            RowMapper.of(Row.class),
            root.toString())) {
      byParent.computeIfAbsent(row.parent(), _ -> new ArrayList<>()).add(row);
    }
    List<SubplanNode> nodes = new ArrayList<>();
    if (!byParent.isEmpty()) {
      add(plan, 1, byParent, spent(root), nodes);
    }
    return nodes;
  }

  private Map<PlanId, PlanCost> spent(PlanId root) {
    Map<PlanId, PlanCost> spent = new HashMap<>();
    for (Spent each :
        transaction.query(
            """
            SELECT plan_id AS plan, count(*) AS calls, coalesce(sum(money), 0) AS money,
              coalesce(sum(tokens), 0) AS tokens, coalesce(sum(1 - priced), 0) AS unpriced
            FROM budget_calls WHERE root_id = ? GROUP BY plan_id
            """,
            RowMapper.of(Spent.class),
            root.toString())) {
      spent.put(each.plan(), each.cost());
    }
    return spent;
  }

  private static void add(
      PlanId parent,
      int depth,
      Map<PlanId, List<Row>> byParent,
      Map<PlanId, PlanCost> spent,
      List<SubplanNode> nodes) {
    for (Row row : byParent.getOrDefault(parent, List.of())) {
      SubplanRow subplan = row.row().subplan();
      nodes.add(
          new SubplanNode(
              subplan,
              parent,
              depth,
              row.figures(),
              spent.getOrDefault(subplan.id(), PlanCost.NONE)));
      add(subplan.id(), depth + 1, byParent, spent, nodes);
    }
  }

  private static int changed(@Nullable String result) {
    return result == null || !(Json.read(result) instanceof List<?> list)
        ? 0
        : list.stream()
            .mapToInt(it -> ((Map<?, ?>) it).get("changed") instanceof Long n ? n.intValue() : 0)
            .sum();
  }
}
