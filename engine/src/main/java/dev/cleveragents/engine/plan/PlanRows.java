package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.Plan.Result;
import dev.cleveragents.engine.plan.brief.PlanBriefJson;
import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus.Counters;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Json;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes plans and their errors in one transaction. */
public final class PlanRows {

  private static final String SELECT =
      """
      SELECT id, root_id AS root, parent_id AS parent, project, action, goal, profile, brief,
        phase, state, held, waits_for, cancel_reason,
        version, attempt, phase_retries, replans, steps_done,
        job_id AS job, result, created_at AS created, moved_at AS moved
      FROM plan_records
      """;

  private record Row(
      PlanId id,
      Plan.Kind kind,
      PlanStatus status,
      String brief,
      @Nullable JobId job,
      @Nullable String result,
      Plan.Times times) {

    Plan plan() {
      return new Plan(
          id, kind, status, PlanBriefJson.read(brief), job, PlanRows.results(result), times);
    }
  }

  private record ErrorRow(
      PlanPhase phase,
      String category,
      String message,
      boolean retriable,
      @Nullable String hint,
      @Nullable String command,
      Instant at) {

    PlanError error() {
      PlanError.Advice advice = new PlanError.Advice(hint, nextAction(command));
      return new PlanError(phase, category, message, retriable, advice, at);
    }
  }

  private final Transaction transaction;

  public PlanRows(Transaction transaction) {
    this.transaction = transaction;
  }

  void insert(Plan plan) {
    Plan.Kind kind = plan.kind();
    PlanStatus status = plan.status();
    Counters counters = status.counters();
    transaction.update(
        """
        INSERT INTO plan_records
          (id, root_id, parent_id, project, action, goal, profile, brief,
           phase, state, held, waits_for, cancel_reason,
           version, attempt, phase_retries, replans, steps_done,
           job_id, result, created_at, moved_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        plan.id().toString(),
        kind.root().toString(),
        kind.parent() == null ? null : kind.parent().toString(),
        kind.project().toString(),
        kind.action(),
        kind.goal(),
        kind.profile(),
        PlanBriefJson.write(plan.brief()),
        status.phase().name(),
        status.state().name(),
        status.held() ? 1L : 0L,
        status.waitsFor(),
        status.cancelReason(),
        counters.version(),
        (long) counters.attempt(),
        (long) counters.phaseRetries(),
        (long) counters.replans(),
        (long) counters.stepsDone(),
        plan.job() == null ? null : plan.job().toString(),
        results(plan.results()),
        StoreClock.micros(plan.times().created()),
        StoreClock.micros(plan.times().moved()));
  }

  /** Stores the status of a plan unless it was moved meanwhile; returns whether it did. */
  boolean update(Plan before, Plan after) {
    PlanStatus status = after.status();
    Counters counters = status.counters();
    return transaction.update(
            """
            UPDATE plan_records SET phase = ?, state = ?, held = ?, waits_for = ?, cancel_reason = ?,
              version = ?, attempt = ?, phase_retries = ?, replans = ?, steps_done = ?,
              job_id = ?, result = ?, brief = ?, moved_at = ?
            WHERE id = ? AND version = ?
            """,
            status.phase().name(),
            status.state().name(),
            status.held() ? 1L : 0L,
            status.waitsFor(),
            status.cancelReason(),
            counters.version(),
            (long) counters.attempt(),
            (long) counters.phaseRetries(),
            (long) counters.replans(),
            (long) counters.stepsDone(),
            after.job() == null ? null : after.job().toString(),
            results(after.results()),
            PlanBriefJson.write(after.brief()),
            StoreClock.micros(after.times().moved()),
            before.id().toString(),
            before.status().counters().version())
        == 1;
  }

  public Optional<Plan> get(PlanId id) {
    return plans("WHERE id = ?", id.toString()).stream().findFirst();
  }

  /**
   * The plan of this id.
   *
   * @throws OperationException if there is none
   */
  public Plan require(PlanId id) {
    return get(id)
        .orElseThrow(
            () ->
                OperationException.notFound(
                    "There is no plan " + id, NextAction.of(NextAction.Verb.LIST_PLANS)));
  }

  /** The plan, locked until this transaction ends. */
  Optional<Plan> lock(PlanId id) {
    return plans("WHERE id = ? {lock}", id.toString()).stream().findFirst();
  }

  /** All plans and subplans. */
  List<Plan> all() {
    return plans("ORDER BY id");
  }

  /** A plan and all subplans below it, if it is the top of its tree. */
  public List<PlanId> tree(PlanId root) {
    return transaction.query(
        "SELECT id FROM plan_records WHERE root_id = ? ORDER BY id",
        RowMapper.of(PlanId.class),
        root.toString());
  }

  /** The newest first, of one project or of all, in one state or in any; no subplans. */
  List<Plan> list(@Nullable Name project, @Nullable PlanState state, int limit) {
    List<String> wanted = new ArrayList<>(List.of("parent_id IS NULL"));
    List<Object> arguments = new ArrayList<>();
    if (project != null) {
      wanted.add("project = ?");
      arguments.add(project.toString());
    }
    if (state != null) {
      wanted.add("state = ?");
      arguments.add(state.name());
    }
    arguments.add((long) limit);
    String where = "WHERE " + String.join(" AND ", wanted);
    return plans(where + " ORDER BY id DESC LIMIT ?", arguments.toArray());
  }

  private List<Plan> plans(String which, Object... arguments) {
    return transaction.query(SELECT + which, RowMapper.of(Row.class), arguments).stream()
        .map(Row::plan)
        .toList();
  }

  /** The ids that begin or end with this, the newest first. */
  List<PlanId> withIdPart(String part, int limit) {
    return transaction.query(
        """
        SELECT id FROM plan_records WHERE id LIKE ? OR id LIKE ? OR substr(id, 19) LIKE ?
        ORDER BY id DESC LIMIT ?
        """,
        RowMapper.of(PlanId.class),
        part + "%",
        "%" + part,
        part + "%",
        (long) limit);
  }

  void addError(PlanId plan, PlanError error) {
    transaction.update(
        """
        INSERT INTO plan_errors
          (plan_id, number, phase, category, message, retriable, hint, command, at)
        SELECT ?, count(*) + 1, ?, ?, ?, ?, ?, ?, ? FROM plan_errors WHERE plan_id = ?
        """,
        plan.toString(),
        error.phase().name(),
        error.category(),
        error.message(),
        error.retriable() ? 1L : 0L,
        error.advice().hint(),
        stored(error.advice().next()),
        StoreClock.micros(error.at()),
        plan.toString());
  }

  /** The errors of a plan, oldest first. */
  public List<PlanError> errors(PlanId plan) {
    return transaction
        .query(
            """
            SELECT phase, category, message, retriable, hint, command, at
            FROM plan_errors WHERE plan_id = ? ORDER BY number
            """,
            RowMapper.of(ErrorRow.class),
            plan.toString())
        .stream()
        .map(ErrorRow::error)
        .toList();
  }

  /** The verb and its arguments, a line each. */
  private static @Nullable String stored(@Nullable NextAction next) {
    return next == null
        ? null
        : String.join(
            "\n", Stream.concat(Stream.of(next.verb().name()), next.arguments().stream()).toList());
  }

  private static @Nullable NextAction nextAction(@Nullable String stored) {
    if (stored == null) {
      return null;
    }
    List<String> lines = stored.lines().toList();
    return new NextAction(
        NextAction.Verb.valueOf(lines.getFirst()), lines.subList(1, lines.size()));
  }

  private static @Nullable String results(List<Result> results) {
    if (results.isEmpty()) {
      return null;
    }
    List<Map<String, @Nullable Object>> list = new ArrayList<>();
    for (Result result : results) {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("resource", result.resource());
      json.put("tree", result.tree());
      json.put("changed", result.changed());
      if (!result.notes().isEmpty()) {
        json.put("notes", result.notes());
      }
      list.add(json);
    }
    return Json.write(list);
  }

  private static List<Result> results(@Nullable String text) {
    List<Result> results = new ArrayList<>();
    if (text != null && Json.read(text) instanceof List<?> list) {
      for (Object element : list) {
        Map<?, ?> json = (Map<?, ?>) element;
        results.add(
            new Result(
                String.valueOf(json.get("resource")),
                String.valueOf(json.get("tree")),
                ((Long) Objects.requireNonNull(json.get("changed"))).intValue(),
                json.get("notes") instanceof List<?> notes
                    ? notes.stream().map(String::valueOf).toList()
                    : List.of()));
      }
    }
    return results;
  }
}
