package dev.cleveragents.engine.actor;

import dev.cleveragents.engine.actor.AgentEntry.Answer;
import dev.cleveragents.engine.actor.AgentEntry.Message;
import dev.cleveragents.engine.actor.AgentEntry.Reply;
import dev.cleveragents.engine.actor.AgentEntry.Summary;
import dev.cleveragents.engine.actor.AgentEntry.Topic;
import dev.cleveragents.engine.model.ModelToolCall;
import dev.cleveragents.engine.model.RecordedExchange;
import dev.cleveragents.kernel.id.Ulid;
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

/**
 * Reads and writes the entries of conversations in the caller's transaction. Entries of steps that
 * were rolled back are kept, and are no part of the conversation.
 */
public final class ConversationRows {

  /** The role of the actor that works in sandboxes. */
  public static final String EXECUTION = "execution";

  private final Transaction transaction;

  public ConversationRows(Transaction transaction) {
    this.transaction = transaction;
  }

  /**
   * The conversation that an entry belongs to.
   *
   * @param round how often the plan was replanned
   * @param role of the actor, such as {@code execution}
   */
  public record Key(PlanId plan, int round, String role) {}

  private record Row(int step, String body) {}

  public void add(Ulid id, Key key, AgentEntry entry, Instant at) {
    transaction.update(
        """
        INSERT INTO plan_conversations (id, plan_id, round, role, step, body, at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        id.toString(),
        key.plan().toString(),
        (long) key.round(),
        key.role(),
        (long) entry.step(),
        json(entry),
        StoreClock.micros(at));
  }

  /** The entries of a conversation, in their order. */
  public List<AgentEntry> of(Key key) {
    return transaction
        .query(
            """
            SELECT step, body FROM plan_conversations
            WHERE plan_id = ? AND round = ? AND role = ? AND rolled_back_at IS NULL
            ORDER BY step, id
            """,
            RowMapper.of(Row.class),
            key.plan().toString(),
            (long) key.round(),
            key.role())
        .stream()
        .map(row -> entry(row.step(), Json.readObject(row.body())))
        .toList();
  }

  /** All exchanges of a plan that count, in the order in which they were stored. */
  public List<RecordedExchange> exchanges(PlanId plan, int round) {
    return all(plan, round).stream()
        .map(RoleEntry::entry)
        .<RecordedExchange>mapMulti(
            (entry, found) -> {
              if (entry instanceof Reply reply) {
                found.accept(reply.exchange());
              } else if (entry instanceof Summary summary) {
                found.accept(summary.exchange());
              }
            })
        .toList();
  }

  /** An entry of the conversation of a role. */
  public record RoleEntry(String role, AgentEntry entry) {}

  private record RoleRow(String role, int step, String body) {}

  /** All entries of a plan that count, in the order in which they were stored. */
  public List<RoleEntry> all(PlanId plan, int round) {
    return transaction
        .query(
            """
            SELECT role, step, body FROM plan_conversations
            WHERE plan_id = ? AND round = ? AND rolled_back_at IS NULL ORDER BY id
            """,
            RowMapper.of(RoleRow.class),
            plan.toString(),
            (long) round)
        .stream()
        .map(row -> new RoleEntry(row.role(), entry(row.step(), Json.readObject(row.body()))))
        .toList();
  }

  /** Takes the entries of later steps of the execute phase out of all its conversations. */
  public void rollBackAfter(PlanId plan, int round, int step, Instant now) {
    transaction.update(
        """
        UPDATE plan_conversations SET rolled_back_at = ?
        WHERE plan_id = ? AND round = ? AND role NOT IN ('strategy', 'estimation') AND step > ?
          AND rolled_back_at IS NULL
        """,
        StoreClock.micros(now),
        plan.toString(),
        (long) round,
        (long) step);
  }

  static String json(AgentEntry entry) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    switch (entry) {
      case Message message -> {
        json.put("kind", "message");
        json.put("topic", message.topic().name());
        json.put("text", message.text());
      }
      case Reply reply -> {
        json.put("kind", "reply");
        json.put("exchange", reply.exchange().toJson());
      }
      case Summary summary -> {
        json.put("kind", "summary");
        json.put("until", summary.until());
        json.put("exchange", summary.exchange().toJson());
      }
      case Answer answer -> {
        json.put("kind", "answer");
        json.put("call", json(answer.call()));
        json.put("text", answer.text());
        json.put("failed", answer.failed());
      }
    }
    return Json.write(json);
  }

  private static Map<String, @Nullable Object> json(ModelToolCall call) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", call.id());
    json.put("tool", call.tool());
    json.put("arguments", call.arguments());
    return json;
  }

  static AgentEntry entry(int step, Map<?, ?> json) {
    return switch (text(json, "kind")) {
      case "message" -> new Message(step, Topic.valueOf(text(json, "topic")), text(json, "text"));
      case "reply" -> new Reply(step, RecordedExchange.ofJson(text(json, "exchange")));
      case "summary" ->
          new Summary(
              step,
              ((Number) required(json, "until")).intValue(),
              RecordedExchange.ofJson(text(json, "exchange")));
      case "answer" ->
          new Answer(
              step,
              call((Map<?, ?>) required(json, "call")),
              text(json, "text"),
              Boolean.TRUE.equals(json.get("failed")));
      default -> throw new IllegalArgumentException("No kind of entry: " + json.get("kind"));
    };
  }

  private static ModelToolCall call(Map<?, ?> json) {
    return new ModelToolCall(text(json, "id"), text(json, "tool"), text(json, "arguments"));
  }

  private static String text(Map<?, ?> json, String name) {
    return (String) required(json, name);
  }

  private static Object required(Map<?, ?> json, String name) {
    return Objects.requireNonNull(json.get(name), name);
  }
}
