package dev.cleveragents.engine.audit;

import dev.cleveragents.store.Transaction;
import dev.cleveragents.store.sql.RowMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes the rows of the log and of its head. */
record EventRows(Transaction transaction) {

  /**
   * The end of the log.
   *
   * @param position of the last entry
   * @param store the id of the database; null before a program has given it one
   * @param keyId the id of the key in force; null while there is none
   */
  record Head(long position, String hash, @Nullable String store, @Nullable String keyId) {

    static final String COLUMNS = "position, hash, store, key_id";

    /** The head after this entry. */
    Head after(StoredEvent event) {
      return new Head(event.position(), event.hash(), store, keyId);
    }
  }

  /** The head, locked until this transaction ends, so that no other transaction appends. */
  Head lockHead() {
    return transaction
        .first(
            "SELECT %s FROM audit_head WHERE id = 1 {lock}".formatted(Head.COLUMNS),
            RowMapper.of(Head.class))
        .orElseThrow(EventRows::headGone);
  }

  /** The head; empty if its row was removed. */
  Optional<Head> head() {
    return transaction.first(
        "SELECT %s FROM audit_head WHERE id = 1".formatted(Head.COLUMNS), RowMapper.of(Head.class));
  }

  void moveHead(Head to) {
    transaction.update(
        "UPDATE audit_head SET position = ?, hash = ? WHERE id = 1", to.position, to.hash);
  }

  /** Puts a key in force, unless the log has changed since this head was read. */
  boolean setKey(Head from, AuditKey key) {
    return transaction.update(
            """
            UPDATE audit_head SET store = ?, key_id = ?
            WHERE id = 1 AND position = ? AND hash = ? AND coalesce(key_id, '') = ?
            """,
            key.store(),
            key.id(),
            from.position,
            from.hash,
            from.keyId == null ? "" : from.keyId)
        == 1;
  }

  /** The hash of the entry at this position; empty if there is none. */
  Optional<String> hashAt(long position) {
    return transaction.first(
        "SELECT hash FROM audit_events WHERE position = ?", RowMapper.of(String.class), position);
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
            event.hash(),
            event.seal()
          });
    }
    transaction.batch(
        "INSERT INTO audit_events (%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
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

  static IllegalStateException headGone() {
    return new IllegalStateException(
        "The head row of the audit log is missing from the database; no change can be stored"
            + " without it");
  }
}
