package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.audit.EventRows.Head;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import dev.cleveragents.workspace.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Appends events to the audit log, reads and verifies it.
 *
 * <ul>
 *   <li>An event is appended in the transaction of the change that it reports: both are stored, or
 *       neither.
 *   <li>Positions are gapless and in commit order, guarded by a lock on the head row until the
 *       commit. A reader that continues after the last position it saw misses nothing.
 * </ul>
 */
public final class AuditLog {

  /** A home has found the log with the key already there: copied, or after a restore. */
  private static final String JOINED = "audit.joined";

  private static final String REKEYED = "audit.rekeyed";
  private static final int PAGE = 1_000;

  private final Database database;
  private final Redactor redactor;
  private final ChainKeeper keeper;
  private final Transaction.Last<StoredEvent> linking = this::link;

  /**
   * @param files about the log, in the home of the user
   */
  public AuditLog(Database database, Redactor redactor, ChainFiles files) {
    this.database = database;
    this.redactor = redactor;
    this.keeper = new ChainKeeper(files);
  }

  /**
   * Prepares a log for appending: makes its key if it has none. Until then it has no key.
   *
   * @throws dev.cleveragents.store.connection.StoreException if the database is not the one that
   *     the home has used at its address
   * @throws dev.cleveragents.workspace.OperationException if the log has a key that the home lacks:
   *     it must be copied there
   */
  public void attach() {
    if (keeper.attach(database)) {
      database.write(
          transaction -> {
            append(transaction, AuditEvent.of(JOINED, "system"));
            return true;
          });
    }
  }

  /** The same for a reader, who needs no key. */
  public void requireSame() {
    database.read(transaction -> new EventRows(transaction).head()).ifPresent(keeper::requireSame);
  }

  /**
   * Puts a new key in force, because the old one is lost. Entries until now are verified as
   * unsealed ones.
   */
  public void renewKey() {
    keeper.renew(database);
    database.write(
        transaction -> {
          append(transaction, AuditEvent.of(REKEYED, "user"));
          return true;
        });
  }

  /** Moves the mark in the home to the last entry; before the database is closed. */
  public void markEnd() {
    keeper.markEnd(database);
  }

  /**
   * Appends events, without their secrets, in this transaction. Positions and hashes are assigned
   * as the last statements before the commit, for all events of the transaction at once; other
   * writers wait only from then on. The commit is announced to those who {@link #onNews listen}.
   */
  public void append(Transaction transaction, AuditEvent... events) {
    long now = StoreClock.micros(database.clock().now());
    for (AuditEvent event : events) {
      transaction.leaveToLast(linking, StoredEvent.unbound(redactor.redact(event), now));
    }
    database.announceNews(transaction);
  }

  /** Calls a listener when there may be new entries, from any process; a hint. */
  public Database.Listening onNews(Runnable listener) {
    return database.onNews(listener);
  }

  private void link(Transaction transaction, List<StoredEvent> events) {
    EventRows rows = new EventRows(transaction);
    Head head = rows.lockHead();
    AuditKey.Sealer sealer = keeper.sealer(head);
    keeper.appending(rows, head);
    List<StoredEvent> linked = new ArrayList<>(events.size());
    for (StoredEvent event : events) {
      StoredEvent bound = event.at(head.position() + 1, head.hash(), sealer);
      head = head.after(bound);
      linked.add(bound);
    }
    rows.insert(linked);
    rows.moveHead(head);
  }

  /** Removes secrets from a text that will be stored or shown. */
  public String redact(String text) {
    return redactor.redact(text);
  }

  /** The matching entries after this position (0 for all), in order, up to the limit. */
  public List<AuditEntry> log(EventFilter filter, long after, int limit) {
    return page(filter, after, limit).stream().map(StoredEvent::entry).toList();
  }

  /** The last matching entries, in order, up to the limit. */
  public List<AuditEntry> tail(EventFilter filter, int limit) {
    return database
        .read(transaction -> new EventRows(transaction).latest(filter, limit))
        .reversed()
        .stream()
        .map(StoredEvent::entry)
        .toList();
  }

  /** Writes the matching entries as JSON lines, in order. */
  public void export(EventFilter filter, Appendable to) throws IOException {
    long after = 0;
    for (List<StoredEvent> page = page(filter, after, PAGE);
        !page.isEmpty();
        page = page(filter, after, PAGE)) {
      for (StoredEvent event : page) {
        to.append(Json.write(line(event))).append('\n');
      }
      after = page.getLast().position();
    }
  }

  /**
   * Verifies the whole log: no entry was edited, removed, moved or added from outside, and none was
   * cut off at the end. Writers can append meanwhile; entries added after the start of this call
   * are not verified.
   *
   * @throws dev.cleveragents.workspace.OperationException if the log has a key that the home lacks
   */
  public ChainVerdict verify() {
    return new ChainVerifier(database, keeper).run();
  }

  /**
   * Compares the log with an export of it, which has every entry up to a position.
   *
   * @throws IllegalArgumentException if it is not an export; the message names the line
   */
  public ExportComparison compareWith(BufferedReader export) throws IOException {
    return ExportComparison.of(export, (after, limit) -> page(EventFilter.ALL, after, limit));
  }

  private List<StoredEvent> page(EventFilter filter, long after, int limit) {
    return database.read(transaction -> new EventRows(transaction).after(filter, after, limit));
  }

  static Map<String, @Nullable Object> line(StoredEvent event) {
    AuditEntry entry = event.entry();
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("position", event.position());
    line.put("at", entry.at().toString());
    line.put("type", event.type());
    line.put("plan", event.planId());
    line.put("job", event.jobId());
    line.put("actor", event.actor());
    line.put("correlation", event.correlation());
    line.put("data", Objects.requireNonNull(entry.event().data()));
    line.put("hash", event.hash());
    return line;
  }
}
