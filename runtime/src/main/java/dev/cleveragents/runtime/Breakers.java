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
 * The circuit breakers of the context strategies in all processes. Each process has its own, in
 * memory. Changes of state are events of the log, and so are requests to reset one, which every
 * process applies before it asks the next strategy. {@code applied} is the log position of the last
 * request that this process has applied.
 */
public final class Breakers {

  private static final Logger log = LoggerFactory.getLogger(Breakers.class);

  private static final String CHANGED = "breaker.changed";
  private static final String RESET = "breaker.reset";
  private static final int MOST = 1_000;

  private final Database database;
  private final AuditLog events;
  private final AtomicLong applied = new AtomicLong(-1);

  Breakers(Database database, AuditLog events) {
    this.database = database;
    this.events = events;
  }

  /**
   * The state of a circuit breaker in its latest event.
   *
   * @param name the strategy
   * @param state closed, open or half_open
   * @param failures the consecutive failures that opened it
   * @param process the id of the process whose breaker it is
   * @param since the time of that event
   */
  public record ReportedBreaker(
      String name, String state, int failures, long process, Instant since) {}

  /** The circuit breakers with events, by name; all others are closed. */
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

  /** Requests that every process closes this circuit breaker before it uses it again. */
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

  /** Logs a change in this process; a failure to log it is only a warning. */
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

  /** Applies the reset requests since the last call. */
  void applyResets(CircuitBreaker circuits) {
    for (AuditEntry request : events.tail(new EventFilter(null, RESET, null), MOST)) {
      if (request.position() > applied.get()) {
        circuits.reset(String.valueOf(request.event().data().get("name")));
        applied.accumulateAndGet(request.position(), Math::max);
      }
    }
  }

  private static Number number(@Nullable Object value) {
    return value instanceof Number number ? number : 0;
  }
}
