package dev.cleveragents.store.race;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/**
 * Errors that the next statements meet, one after the other, and then none. The lock of this object
 * guards them.
 */
final class InjectedErrors implements ObservedConnections.Listener {

  /** When an error strikes. */
  enum When {
    /** Before the statement has reached the database. */
    BEFORE,
    /** After the database has done it: only the answer is lost. */
    AFTER
  }

  private record Blow(Predicate<String> at, When when, SQLException error) {}

  private final Deque<Blow> blows = new ArrayDeque<>();

  /** The next statement that matches, once all earlier blows were struck, meets this error. */
  synchronized void strike(Predicate<String> at, When when, SQLException error) {
    blows.add(new Blow(at, when, error));
  }

  /** How many have not struck. */
  synchronized int left() {
    return blows.size();
  }

  @Override
  public void before(String sql) throws SQLException {
    strikeIf(sql, When.BEFORE);
  }

  @Override
  public void after(String sql, Connection connection) throws SQLException {
    strikeIf(sql, When.AFTER);
  }

  private synchronized void strikeIf(String sql, When when) throws SQLException {
    Blow next = blows.peek();
    if (next != null && next.when == when && next.at.test(sql)) {
      blows.remove();
      throw next.error;
    }
  }
}
