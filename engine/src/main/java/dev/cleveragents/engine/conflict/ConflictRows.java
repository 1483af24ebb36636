package dev.cleveragents.engine.conflict;

import dev.cleveragents.engine.conflict.PlanConflict.Detail;
import dev.cleveragents.engine.conflict.PlanConflict.Hunk;
import dev.cleveragents.engine.conflict.PlanConflict.Resolved;
import dev.cleveragents.engine.conflict.PlanConflict.Side;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads and writes in one transaction the conflicts of a plan in one round of planning. */
public record ConflictRows(Transaction transaction, PlanId plan, int round) {

  private record Row(
      String resource,
      String path,
      String kind,
      String fingerprint,
      String detail,
      @Nullable String choice,
      @Nullable String resolvedBy,
      @Nullable Instant resolvedAt) {

    PlanConflict conflict() {
      Map<String, @Nullable Object> json = Json.readObject(detail);
      ConflictChoice chosen = ConflictChoice.read(choice);
      return new PlanConflict(
          resource,
          path,
          kind,
          new Detail(
              fingerprint,
              list(json.get("sides")).stream().map(it -> side((Map<?, ?>) it)).toList(),
              list(json.get("hunks")).stream().map(it -> hunk((Map<?, ?>) it)).toList(),
              texts(json.get("related"))),
          chosen == null || resolvedBy == null || resolvedAt == null
              ? null
              : new Resolved(chosen, resolvedBy, resolvedAt));
    }
  }

  /** Stores an open conflict. */
  public void put(PlanConflict conflict, Instant now) {
    transaction.update(
        """
        INSERT INTO plan_conflicts (plan_id, round, resource, path, kind, fingerprint, detail, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (plan_id, round, resource, path) DO UPDATE SET
          kind = excluded.kind, detail = excluded.detail, fingerprint = excluded.fingerprint,
          choice = NULL, resolved_by = NULL, resolved_at = NULL
        """,
        plan.toString(),
        (long) round,
        conflict.resource(),
        conflict.path(),
        conflict.kind(),
        conflict.detail().fingerprint(),
        Json.write(json(conflict.detail())),
        StoreClock.micros(now));
  }

  /** Removes the conflicts that a new merge no longer has; those that were resolved stay. */
  public void removeOpen() {
    transaction.update(
        "DELETE FROM plan_conflicts WHERE plan_id = ? AND round = ? AND choice IS NULL",
        plan.toString(),
        (long) round);
  }

  /** Stores how a conflict is resolved; a later choice replaces an earlier one. */
  public void resolve(PlanConflict conflict, Resolved how) {
    transaction.update(
        """
        UPDATE plan_conflicts SET choice = ?, resolved_by = ?, resolved_at = ?
        WHERE plan_id = ? AND round = ? AND resource = ? AND path = ? AND fingerprint = ?
        """,
        how.choice().stored(),
        how.by(),
        StoreClock.micros(how.at()),
        plan.toString(),
        (long) round,
        conflict.resource(),
        conflict.path(),
        conflict.detail().fingerprint());
  }

  /** Takes a choice back. */
  public void reopen(PlanConflict conflict) {
    transaction.update(
        """
        UPDATE plan_conflicts SET choice = NULL, resolved_by = NULL, resolved_at = NULL
        WHERE plan_id = ? AND round = ? AND resource = ? AND path = ?
        """,
        plan.toString(),
        (long) round,
        conflict.resource(),
        conflict.path());
  }

  /** All conflicts, open and resolved, by path. */
  public List<PlanConflict> all() {
    return transaction
        .query(
            """
            SELECT resource, path, kind, fingerprint, detail, choice, resolved_by, resolved_at
            FROM plan_conflicts WHERE plan_id = ? AND round = ? ORDER BY resource, path
            """,
            RowMapper.of(Row.class),
            plan.toString(),
            (long) round)
        .stream()
        .map(Row::conflict)
        .toList();
  }

  private static Map<String, @Nullable Object> json(Detail detail) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("sides", detail.sides().stream().map(ConflictRows::json).toList());
    json.put("hunks", detail.hunks().stream().map(ConflictRows::json).toList());
    json.put("related", detail.related());
    return json;
  }

  private static Map<String, @Nullable Object> json(Side side) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("subplans", side.subplans().stream().map(PlanId::toString).toList());
    json.put("there", side.there());
    return json;
  }

  private static Map<String, @Nullable Object> json(Hunk hunk) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("line", hunk.line());
    json.put("base", hunk.base());
    json.put("sides", hunk.sides());
    return json;
  }

  private static Side side(Map<?, ?> json) {
    return new Side(
        texts(json.get("subplans")).stream().map(PlanId::parse).toList(),
        Boolean.TRUE.equals(json.get("there")));
  }

  private static Hunk hunk(Map<?, ?> json) {
    return new Hunk(
        ((Long) Objects.requireNonNull(json.get("line"))).intValue(),
        texts(json.get("base")),
        list(json.get("sides")).stream().map(ConflictRows::texts).toList());
  }

  private static List<String> texts(@Nullable Object list) {
    return list(list).stream().map(String::valueOf).toList();
  }

  private static List<?> list(@Nullable Object list) {
    return (List<?>) Objects.requireNonNull(list);
  }
}
