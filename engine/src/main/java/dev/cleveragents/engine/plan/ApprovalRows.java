package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NextAction;
import dev.cleveragents.workspace.NextAction.Verb;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores approval requests and their answers in one transaction, each with its audit event. */
public final class ApprovalRows {

  private static final String SELECT =
      """
      SELECT plan_approvals.id, plan_id AS plan, gate, question, step,
        coalesce(detail, '') AS detail, asked_at AS asked
      FROM plan_approvals
      """;

  private final Transaction transaction;
  private final PlanJournal journal;

  ApprovalRows(Transaction transaction, PlanJournal journal) {
    this.transaction = transaction;
    this.journal = journal;
  }

  public void ask(Plan plan, ApprovalRequest question) {
    ApprovalRequest safe = question.reworded(journal.audit()::redact);
    ApprovalRequest.About about = safe.about();
    transaction.update(
        """
        INSERT INTO plan_approvals (id, plan_id, gate, question, step, subject, detail, asked_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        journal.nextId().toString(),
        plan.id().toString(),
        safe.gate(),
        safe.text(),
        about == null ? null : (long) about.step(),
        about == null ? null : about.subject(),
        about == null ? null : about.detail(),
        StoreClock.micros(journal.now()));
    Map<String, @Nullable Object> data = AuditEvent.data("gate", safe.gate());
    if (about != null) {
      data.put("step", about.step());
      data.put("question", safe.text());
    }
    append("approval.asked", plan, "system", data);
  }

  /**
   * Grants the open question, if there is one.
   *
   * @throws OperationException if the phase was denied
   */
  void grant(Plan plan) {
    requireNotDenied(transaction, plan);
    close(plan, "granted");
  }

  /** Withdraws the open question, if there is one, and what was denied of a phase. */
  public void withdraw(Plan plan) {
    close(plan, "withdrawn");
    transaction.update(
        "UPDATE plan_approvals SET answer = 'expired' WHERE plan_id = ? AND step IS NULL AND"
            + " answer = 'denied'",
        plan.id().toString());
  }

  /** Grants what was denied, for a user who insists; returns whether it still was denied. */
  boolean override(Plan plan, Approval denied, String by, String reason) {
    String safe = journal.audit().redact(reason);
    int updated =
        transaction.update(
            """
            UPDATE plan_approvals SET answer = 'granted', given_by = ?, reason = ?, given_at = ?
            WHERE id = ? AND answer = 'denied'
            """,
            by,
            safe,
            StoreClock.micros(journal.now()),
            denied.id().toString());
    append("approval.overridden", plan, by, AuditEvent.data("gate", denied.gate(), "reason", safe));
    return updated > 0;
  }

  /** The phase of a plan that was denied last, if nothing has made up for it. */
  static Optional<Approval> denied(Transaction transaction, PlanId plan) {
    return transaction.first(
        SELECT
            + "WHERE plan_id = ? AND step IS NULL AND answer = 'denied' ORDER BY id DESC LIMIT 1",
        RowMapper.of(Approval.class),
        plan.toString());
  }

  /** The question about a step, if its latest answer was no. */
  static Optional<Approval> deniedStep(Transaction transaction, PlanId plan, int step) {
    return transaction.first(
        SELECT
            + """
            WHERE plan_id = ? AND step = ? AND answer = 'denied'
              AND id = (SELECT max(id) FROM plan_approvals WHERE plan_id = ? AND step = ?)
            """,
        RowMapper.of(Approval.class),
        plan.toString(),
        (long) step,
        plan.toString(),
        (long) step);
  }

  /** Refuses to continue a plan that was denied. */
  static void requireNotDenied(Transaction transaction, Plan plan) {
    denied(transaction, plan.id())
        .flatMap(denied -> answer(transaction, denied.id()))
        .ifPresent(
            no -> {
              throw new OperationException(
                  OperationException.Kind.CONFLICT,
                  "Plan %s was %s".formatted(plan.id(), no.denial()),
                  "Replan it, cancel it, or grant it all the same; that needs a reason",
                  NextAction.of(Verb.OVERRIDE_DENIAL, plan.id()));
            });
  }

  private void close(Plan plan, String answer) {
    open(transaction, plan.id())
        .ifPresent(open -> answer(plan, open, new Answered(answer, "system", null), null));
  }

  /**
   * Stores an answer, unless the question has one already; returns whether it did.
   *
   * @param attempt of the plan that continues with it; null if none does
   */
  boolean answer(Plan plan, Approval open, Answered answered, @Nullable Integer attempt) {
    String reason = answered.reason() == null ? null : journal.audit().redact(answered.reason());
    int updated =
        transaction.update(
            """
            UPDATE plan_approvals SET answer = ?, given_by = ?, reason = ?, attempt = ?, given_at = ?
            WHERE id = ? AND answer IS NULL
            """,
            answered.answer(),
            answered.givenBy(),
            reason,
            attempt == null ? null : (long) attempt,
            StoreClock.micros(journal.now()),
            open.id().toString());
    if (updated == 0) {
      return false;
    }
    Map<String, @Nullable Object> data =
        AuditEvent.data("gate", open.gate(), "answer", answered.answer());
    if (open.step() != null) {
      data.put("step", open.step());
    }
    if (reason != null) {
      data.put("reason", reason);
    }
    append("approval.given", plan, answered.givenBy(), data);
    return true;
  }

  /** Expires the approvals of later steps, because these steps run again. */
  public void expireAfter(Plan plan, int step) {
    transaction.update(
        "UPDATE plan_approvals SET answer = 'expired' WHERE plan_id = ? AND step > ? AND answer ="
            + " 'granted'",
        plan.id().toString(),
        (long) step);
  }

  /**
   * The answer to a question.
   *
   * @param givenBy the user who answered, or {@code system}
   * @param reason null if the user gave none
   */
  public record Answered(String answer, String givenBy, @Nullable String reason) {

    public boolean granted() {
      return answer.equals("granted");
    }

    /** Who has denied it, and why. */
    public String denial() {
      return "denied by %s%s".formatted(givenBy, reason == null ? "" : ": " + reason);
    }
  }

  /**
   * The answer about exactly this step. A grant holds until the plan is rolled back behind the
   * step. A denial holds for its attempt only: after a resume the plan asks again.
   */
  public static Optional<Answered> answerTo(
      Transaction transaction, Plan plan, ApprovalRequest.About about) {
    return transaction.first(
        """
        SELECT answer, coalesce(given_by, 'a user') AS given_by, reason FROM plan_approvals
        WHERE plan_id = ? AND step = ? AND subject = ?
          AND (answer = 'granted' OR (answer = 'denied' AND attempt = ?))
        ORDER BY id DESC LIMIT 1
        """,
        RowMapper.of(Answered.class),
        plan.id().toString(),
        (long) about.step(),
        about.subject(),
        (long) plan.status().counters().attempt());
  }

  /** The answer to a question, if there is one. */
  static Optional<Answered> answer(Transaction transaction, Ulid approval) {
    return transaction.first(
        "SELECT answer, coalesce(given_by, 'a user') AS given_by, reason FROM plan_approvals WHERE id = ? AND"
            + " answer IS NOT NULL",
        RowMapper.of(Answered.class),
        approval.toString());
  }

  static Optional<Approval> open(Transaction transaction, PlanId plan) {
    return transaction.first(
        SELECT + "WHERE plan_id = ? AND answer IS NULL ORDER BY id DESC LIMIT 1",
        RowMapper.of(Approval.class),
        plan.toString());
  }

  /** The open questions, oldest first, of one project or of all. */
  static List<Approval> allOpen(Transaction transaction, @Nullable Name project, int limit) {
    return project == null
        ? transaction.query(
            SELECT + "WHERE answer IS NULL ORDER BY id LIMIT ?",
            RowMapper.of(Approval.class),
            (long) limit)
        : transaction.query(
            SELECT
                + """
                JOIN plan_records ON plan_records.id = plan_id
                WHERE answer IS NULL AND plan_records.project = ?
                ORDER BY plan_approvals.id LIMIT ?
                """,
            RowMapper.of(Approval.class),
            project.toString(),
            (long) limit);
  }

  private void append(String type, Plan plan, String who, Map<String, @Nullable Object> data) {
    journal
        .audit()
        .append(
            transaction,
            new AuditEvent(type, plan.id(), plan.job(), who, plan.kind().root().toString(), data));
  }
}
