package dev.cleveragents.runtime;

import dev.cleveragents.engine.audit.AuditEntry;
import dev.cleveragents.engine.audit.AuditEvent;
import dev.cleveragents.engine.audit.AuditLog;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.kernel.breaker.BreakerChange;
import dev.cleveragents.kernel.breaker.CircuitBreaker;
import dev.cleveragents.store.Database;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuits of the strategies of all processes. Each process has its own, in memory; what
 * happens to one is told in the log, and so is a person's wish to close one, which every process
 * heeds before it asks the next strategy. {@code heeded} is the last position of the log that this
 * process has seen such a wish at.
 */
public final class Breakers {

  private static final Logger log = LoggerFactory.getLogger(Breakers.class);

  private static final String CHANGED = "breaker.changed";
  private static final String RESET = "breaker.reset";
  private static final int MOST = 1_000;

  private final Database database;
  private final AuditLog events;
  private final AtomicLong heeded = new AtomicLong(-1);

  Breakers(Database database, AuditLog events) {
    this.database = database;
    this.events = events;
  }

  /**
   * A circuit, as the log last told of it.
   *
   * @param name the strategy
   * @param state closed, open or half_open
   * @param failures in a row, that opened it
   * @param process the number of the process whose circuit it is
   * @param since when that was
   */
  public record ReportedBreaker(
      String name, String state, int failures, long process, Instant since) {}

  /** The circuits of which anything was ever told, by name; the others are closed. */
  public List<ReportedBreaker> list() {
    Map<String, ReportedBreaker> newest = new TreeMap<>();
    for (AuditEntry entry : events.tail(new EventFilter(null, "breaker", null), MOST)) {
      Map<String, ?> data = entry.event().data();
      String name = String.valueOf(data.get("name"));
      boolean closedByHand = entry.event().type().equals(RESET);
      newest.put(
          name,
          new ReportedBreaker(
              name,
              closedByHand ? "closed" : String.valueOf(data.get("state")),
              closedByHand ? 0 : number(data.get("failures")).intValue(),
              number(data.get("process")).longValue(),
              entry.at()));
    }
    return List.copyOf(newest.values());
  }

  /** Has every process close this circuit before it uses it again. */
  public void reset(String name) {
    database.write(
        transaction -> {
          events.append(
              transaction,
              AuditEvent.of(RESET, "person")
                  .with("name", name)
                  .with("process", ProcessHandle.current().pid()));
          return true;
        });
  }

  /** Tells of a change in this process; a log that cannot be written harms nobody. */
  void changed(BreakerChange change) {
    try {
      database.write(
          transaction -> {
            events.append(
                transaction,
                AuditEvent.of(CHANGED, "system")
                    .with("name", change.name())
                    .with("state", change.to().name().toLowerCase(Locale.ROOT))
                    .with("failures", change.consecutiveFailures())
                    .with("process", ProcessHandle.current().pid()));
            return true;
          });
    } catch (RuntimeException e) {
      log.warn(
          "The log has no entry that the circuit breaker {} is {} now",
          change.name(),
          change.to(),
          e);
    }
  }

  /** Closes what somebody wanted closed since the last time. */
  void heed(CircuitBreaker circuits) {
    for (AuditEntry wish : events.tail(new EventFilter(null, RESET, null), MOST)) {
      if (wish.position() > heeded.get()) {
        circuits.reset(String.valueOf(wish.event().data().get("name")));
        heeded.accumulateAndGet(wish.position(), Math::max);
      }
    }
  }

  private static Number number(@Nullable Object value) {
    return value instanceof Number number ? number : 0;
  }
}
