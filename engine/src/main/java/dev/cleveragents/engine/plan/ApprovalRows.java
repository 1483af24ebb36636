package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.PlanId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that ask people for a yes and store what they said; each is an event too. */
public final class ApprovalRows {

  private static final String COLUMNS =
      "plan_approvals.id, plan_id, gate, question, step, detail, asked_at";

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

  /** Grants the open question, if there is one. */
  void grant(Plan plan) {
    close(plan, "granted");
  }

  /** Withdraws the open question, if there is one. */
  public void withdraw(Plan plan) {
    close(plan, "withdrawn");
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
            answered.by(),
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
    append("approval.given", plan, answered.by(), data);
    return true;
  }

  /** Expires what was allowed for later steps, because they are done again. */
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
   * @param by who
   * @param reason if they gave one
   */
  public record Answered(String answer, String by, @Nullable String reason) {

    public boolean granted() {
      return answer.equals("granted");
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
        SELECT answer, coalesce(given_by, 'a user'), reason FROM plan_approvals
        WHERE plan_id = ? AND step = ? AND subject = ?
          AND (answer = 'granted' OR (answer = 'denied' AND attempt = ?))
        ORDER BY id DESC LIMIT 1
        """,
        row -> new Answered(row.getString(1), row.getString(2), row.getString(3)),
        plan.id().toString(),
        (long) about.step(),
        about.subject(),
        (long) plan.status().counters().attempt());
  }

  /** The answer to a question, if there is one. */
  static Optional<Answered> answer(Transaction transaction, Ulid approval) {
    return transaction.first(
        "SELECT answer, coalesce(given_by, 'a user'), reason FROM plan_approvals WHERE id = ? AND"
            + " answer IS NOT NULL",
        row -> new Answered(row.getString(1), row.getString(2), row.getString(3)),
        approval.toString());
  }

  static Optional<Approval> open(Transaction transaction, PlanId plan) {
    return transaction.first(
        "SELECT "
            + COLUMNS
            + " FROM plan_approvals WHERE plan_id = ? AND answer IS NULL ORDER BY id DESC LIMIT 1",
        ApprovalRows::read,
        plan.toString());
  }

  /** The open questions, oldest first, of one project or of all. */
  static List<Approval> allOpen(Transaction transaction, @Nullable Name project, int limit) {
    String all = "SELECT " + COLUMNS + " FROM plan_approvals";
    return project == null
        ? transaction.query(
            all + " WHERE answer IS NULL ORDER BY id LIMIT ?", ApprovalRows::read, (long) limit)
        : transaction.query(
            all
                + " JOIN plan_records ON plan_records.id = plan_id WHERE answer IS NULL AND"
                + " plan_records.project = ? ORDER BY plan_approvals.id LIMIT ?",
            ApprovalRows::read,
            project.toString(),
            (long) limit);
  }

  private static Approval read(ResultSet row) throws SQLException {
    long step = row.getLong(5);
    Integer about = row.wasNull() ? null : (int) step;
    String detail = row.getString(6);
    return new Approval(
        Ulid.parse(row.getString(1)),
        PlanId.parse(row.getString(2)),
        row.getString(3),
        row.getString(4),
        about,
        detail == null ? "" : detail,
        StoreClock.instant(row.getLong(7)));
  }

  private void append(String type, Plan plan, String who, Map<String, @Nullable Object> data) {
    journal
        .audit()
        .append(
            transaction,
            new AuditEvent(type, plan.id(), plan.job(), who, plan.kind().root().toString(), data));
  }
}
