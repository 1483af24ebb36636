package dev.cleveragents.engine.audit;

import dev.cleveragents.engine.Json;
import dev.cleveragents.engine.audit.EventRows.Head;
import dev.cleveragents.store.Database;
import dev.cleveragents.store.StoreClock;
import dev.cleveragents.store.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The log of what happened. An event is appended in the transaction of the change that it reports,
 * so one is there exactly if the other is. The row of the head, kept until the commit, guards the
 * order: positions are gapless and in the order of commits, so a reader that goes on after the last
 * position it saw misses nothing.
 */
public final class AuditLog {

  private static final int PAGE = 1_000;

  private static final Transaction.Last<StoredEvent> LINKING = AuditLog::link;

  private final Database database;
  private final Redactor redactor;

  public AuditLog(Database database, Redactor redactor) {
    this.database = database;
    this.redactor = redactor;
  }

  /**
   * Appends events, without their secrets, as part of this transaction. Their places in the chain
   * are given as the last thing before the commit, to all events of all units in it at once: only
   * from there on do others that append wait.
   */
  public void append(Transaction transaction, Event... events) {
    long now = StoreClock.micros(database.clock().now());
    for (Event event : events) {
      transaction.leaveToLast(LINKING, StoredEvent.unbound(redactor.redact(event), now));
    }
  }

  private static void link(Transaction transaction, List<StoredEvent> events) {
    EventRows rows = new EventRows(transaction);
    Head head = rows.keepHead();
    List<StoredEvent> linked = new ArrayList<>(events.size());
    for (StoredEvent event : events) {
      StoredEvent bound = event.at(head.position() + 1, head.hash());
      head = new Head(bound.position(), bound.hash());
      linked.add(bound);
    }
    rows.insert(linked);
    rows.moveHead(head);
  }

  /** A text as it may be stored and shown: without its secrets. */
  public String redact(String text) {
    return redactor.redact(text);
  }

  /** The entries that match after this position (0 for all), in order, at most so many. */
  public List<AuditEntry> log(EventFilter filter, long after, int limit) {
    return page(filter, after, limit).stream().map(StoredEvent::entry).toList();
  }

  /** The last entries that match, in order, at most so many. */
  public List<AuditEntry> tail(EventFilter filter, int limit) {
    return database
        .read(transaction -> new EventRows(transaction).latest(filter, limit))
        .reversed()
        .stream()
        .map(StoredEvent::entry)
        .toList();
  }

  /** Writes the entries that match as lines of JSON, in order. */
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
   * Reads the whole log and says whether it is as it was written: no entry edited, missing, moved
   * or added from outside, none cut off at the end. Appending goes on meanwhile; what comes after
   * the beginning of this call is not looked at.
   */
  public Verdict verify() {
    return new Verification(database).run();
  }

  private List<StoredEvent> page(EventFilter filter, long after, int limit) {
    return database.read(transaction -> new EventRows(transaction).after(filter, after, limit));
  }

  private static Map<String, @Nullable Object> line(StoredEvent event) {
    AuditEntry entry = event.entry();
    Map<String, @Nullable Object> line = new LinkedHashMap<>();
    line.put("position", event.position());
    line.put("at", entry.at().toString());
    line.put("type", event.type());
    line.put("plan", event.plan());
    line.put("job", event.job());
    line.put("actor", event.actor());
    line.put("correlation", event.correlation());
    line.put("data", Objects.requireNonNull(entry.event().data()));
    line.put("hash", event.hash());
    return line;
  }
}
