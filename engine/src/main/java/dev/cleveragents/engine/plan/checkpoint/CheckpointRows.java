package dev.cleveragents.engine.plan.checkpoint;

import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Place;
import dev.cleveragents.engine.plan.checkpoint.Checkpoint.Reason;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import dev.cleveragents.workspace.change.ChangesetId;
import dev.cleveragents.workspace.sandbox.ResourceTrees;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The rows of checkpoints, in one transaction. */
public record CheckpointRows(Transaction transaction) {

  /** How many points of a plan are kept: the latest ones, and the first. */
  static final int MOST_KEPT = 100;

  private record Row(
      Ulid id,
      PlanId planId,
      Place place,
      Reason reason,
      String what,
      String trees,
      @Nullable ChangesetId changesetId,
      Instant at) {

    Checkpoint checkpoint() {
      return new Checkpoint(
          id, planId, place, reason, what, CheckpointRows.trees(trees), changesetId, at);
    }
  }

  /**
   * Keeps a point, unless it is one before a tool and there is one already; returns whether it was
   * kept. The oldest go when there are too many: never the last one to go back to, and never the
   * first.
   */
  public boolean keep(Checkpoint point) {
    if (point.reason() == Reason.BEFORE_TOOL && isThere(point)) {
      return false;
    }
    ChangesetId changeset = point.changeset();
    transaction.update(
        """
        INSERT INTO plan_checkpoints
          (id, plan_id, round, step, reason, what, trees, changeset_id, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        point.id().toString(),
        point.plan().toString(),
        (long) point.place().round(),
        (long) point.step(),
        point.reason().name(),
        point.what(),
        write(point.trees()),
        changeset == null ? null : changeset.toString(),
        StoreClock.micros(point.at()));
    transaction.update(
        """
        DELETE FROM plan_checkpoints
        WHERE plan_id = ? AND NOT (round = ? AND step = 0 AND reason = 'BEFORE_TOOL')
          AND id NOT IN (
            SELECT id FROM plan_checkpoints WHERE plan_id = ?
            ORDER BY (rolled_back_at IS NOT NULL), round DESC, step DESC, id DESC LIMIT ?)
        """,
        point.plan().toString(),
        (long) point.place().round(),
        point.plan().toString(),
        (long) MOST_KEPT);
    return true;
  }

  private boolean isThere(Checkpoint point) {
    return transaction
        .first(
            """
            SELECT id FROM plan_checkpoints
            WHERE plan_id = ? AND round = ? AND step = ? AND reason = 'BEFORE_TOOL'
              AND rolled_back_at IS NULL
            """,
            RowMapper.of(String.class),
            point.plan().toString(),
            (long) point.place().round(),
            (long) point.step())
        .isPresent();
  }

  /** The checkpoints of a plan that were not rolled back, in the order of steps. */
  public List<Checkpoint> of(PlanId plan, int round) {
    return transaction
        .query(
            """
            SELECT id, plan_id, round, step, reason, what, trees, changeset_id, at
            FROM plan_checkpoints WHERE plan_id = ? AND round = ? AND rolled_back_at IS NULL
            ORDER BY step, at, id
            """,
            RowMapper.of(Row.class),
            plan.toString(),
            (long) round)
        .stream()
        .map(Row::checkpoint)
        .toList();
  }

  /** Marks the checkpoints after a step as rolled back. */
  public void rollBackAfter(PlanId plan, Place place, Instant now) {
    transaction.update(
        """
        UPDATE plan_checkpoints SET rolled_back_at = ?
        WHERE plan_id = ? AND round = ? AND step > ? AND reason = 'BEFORE_TOOL'
          AND rolled_back_at IS NULL
        """,
        StoreClock.micros(now),
        plan.toString(),
        (long) place.round(),
        (long) place.step());
  }

  private static String write(ResourceTrees trees) {
    SequencedMap<String, String> json = new LinkedHashMap<>();
    trees.all().forEach(part -> json.put(part.resource(), part.tree().id()));
    return Json.write(json);
  }

  private static ResourceTrees trees(String json) {
    SequencedMap<String, String> trees = new LinkedHashMap<>();
    Json.readObject(json).forEach((resource, tree) -> trees.put(resource, String.valueOf(tree)));
    return ResourceTrees.of(trees);
  }
}
