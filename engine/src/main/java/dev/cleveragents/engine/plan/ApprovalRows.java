package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanId;
import dev.cleveragents.engine.audit.Event;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements that ask people for a yes and store what they said; each is an event too. */
final class ApprovalRows {

  private final Transaction transaction;
  private final PlanBooks books;

  ApprovalRows(Transaction transaction, PlanBooks books) {
    this.transaction = transaction;
    this.books = books;
  }

  /** Asks whether a phase may begin. */
  void ask(Plan plan, PlanPhase next) {
    String gate = next.name().toLowerCase(Locale.ROOT);
    transaction.update(
        "INSERT INTO approvals (id, plan_id, gate, question, asked_at) VALUES (?, ?, ?, ?, ?)",
        books.nextId().toString(),
        plan.id().toString(),
        gate,
        question(next),
        StoreClock.micros(books.now()));
    append("approval.asked", plan, Map.of("gate", gate));
  }

  private static String question(PlanPhase next) {
    return switch (next) {
      case STRATEGIZE -> "Shall it be planned?";
      case EXECUTE -> "Shall it be carried out, in a sandbox?";
      case APPLY -> "Shall the result be applied to your files?";
    };
  }

  /** Somebody said yes to what is open, if something is. */
  void grant(Plan plan) {
    answer(plan, "granted");
  }

  /** Nobody has to answer any more what is open, if something is. */
  void withdraw(Plan plan) {
    answer(plan, "withdrawn");
  }

  private void answer(Plan plan, String answer) {
    Optional<Approval> open = open(transaction, plan.id());
    if (open.isEmpty()) {
      return;
    }
    transaction.update(
        "UPDATE approvals SET answer = ?, given_at = ? WHERE plan_id = ? AND answer IS NULL",
        answer,
        StoreClock.micros(books.now()),
        plan.id().toString());
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("gate", open.get().gate());
    data.put("answer", answer);
    append("approval.given", plan, data);
  }

  static Optional<Approval> open(Transaction transaction, PlanId plan) {
    return transaction.first(
        """
        SELECT gate, question, asked_at FROM approvals
        WHERE plan_id = ? AND answer IS NULL ORDER BY id DESC LIMIT 1
        """,
        row ->
            new Approval(
                plan, row.getString(1), row.getString(2), StoreClock.instant(row.getLong(3))),
        plan.toString());
  }

  private void append(String type, Plan plan, Map<String, ? extends @Nullable Object> data) {
    books
        .audit()
        .append(
            transaction,
            new Event(
                type,
                plan.id(),
                plan.job(),
                "system",
                plan.kind().root().toString(),
                new LinkedHashMap<>(data)));
  }
}
