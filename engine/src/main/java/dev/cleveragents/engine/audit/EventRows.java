package dev.cleveragents.engine.audit;

import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of the log and of its head. */
record EventRows(Transaction transaction) {

  /** The position and hash of the last entry. */
  record Head(long position, String hash) {}

  /** The head, locked until this transaction ends, so that no other transaction appends. */
  Head lockHead() {
    return transaction
        .first(
            "SELECT position, hash FROM audit_head WHERE id = 1 {lock}", RowMapper.of(Head.class))
        .orElseThrow(EventRows::headGone);
  }

  /** The head; null if its row was removed. */
  @Nullable Head head() {
    return transaction
        .first("SELECT position, hash FROM audit_head WHERE id = 1", RowMapper.of(Head.class))
        .orElse(null);
  }

  void moveHead(Head to) {
    transaction.update(
        "UPDATE audit_head SET position = ?, hash = ? WHERE id = 1", to.position, to.hash);
  }

  void insert(List<StoredEvent> events) {
    List<@Nullable Object[]> rows = new ArrayList<>(events.size());
    for (StoredEvent event : events) {
      rows.add(
          new @Nullable Object[] {
            event.position(),
            event.type(),
            event.planId(),
            event.jobId(),
            event.actor(),
            event.correlation(),
            event.at(),
            event.data(),
            event.hash()
          });
    }
    transaction.batch(
        "INSERT INTO audit_events (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            .formatted(StoredEvent.COLUMNS),
        rows);
  }

  /** The position of the last row; 0 if the log is empty. */
  long last() {
    return transaction
        .first("SELECT coalesce(max(position), 0) FROM audit_events", RowMapper.of(Long.class))
        .orElseThrow();
  }

  List<StoredEvent> after(EventFilter filter, long position, int limit) {
    return select(filter, "position > ?", position, "position LIMIT ?", limit);
  }

  /** The last matching entries, the latest first. */
  List<StoredEvent> latest(EventFilter filter, int limit) {
    return select(filter, "position > ?", 0, "position DESC LIMIT ?", limit);
  }

  private List<StoredEvent> select(
      EventFilter filter, String bound, long position, String order, int limit) {
    StringBuilder sql =
        new StringBuilder(
            "SELECT %s FROM audit_events WHERE %s".formatted(StoredEvent.COLUMNS, bound));
    List<@Nullable Object> arguments = new ArrayList<>();
    arguments.add(position);
    if (filter.plan() != null) {
      sql.append(" AND plan_id = ?");
      arguments.add(filter.plan().toString());
    }
    if (filter.type() != null) {
      sql.append(" AND (type = ? OR substr(type, 1, ?) = ?)");
      arguments.add(filter.type());
      arguments.add(filter.type().length() + 1);
      arguments.add(filter.type() + ".");
    }
    if (filter.actor() != null) {
      sql.append(" AND actor = ?");
      arguments.add(filter.actor());
    }
    arguments.add(limit);
    return transaction.query(
        sql.append(" ORDER BY ").append(order).toString(),
        RowMapper.of(StoredEvent.class),
        arguments.toArray());
  }

  private static IllegalStateException headGone() {
    return new IllegalStateException(
        "The head row of the audit log is missing from the database; no change can be stored"
            + " without it");
  }
}
