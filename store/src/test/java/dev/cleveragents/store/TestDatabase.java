package dev.cleveragents.store;

import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.sql.Connection;
import java.util.function.UnaryOperator;

/** Opens databases whose connections a test has its hands on. */
public final class TestDatabase {

  private TestDatabase() {}

  /** Opens a database that uses what {@code connections} makes of each of its connections. */
  public static Database open(
      DatabaseSettings settings, TimeSource time, UnaryOperator<Connection> connections) {
    return new Database(
        settings, ThreadFactories.standard(), time, OpenWaitPolicy.untilDeadline(), connections);
  }
}
