package dev.cleveragents.store.race;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Connections that call a {@link Listener} before and after each statement and commit, on the
 * thread that runs it. If the listener throws, the statement fails with that exception.
 */
final class ObservedConnections {

  /** Hears what a connection does. */
  interface Listener {

    /** The commit in {@link #before} and {@link #after}, whatever the database calls it. */
    String COMMIT = "COMMIT";

    default void before(String sql) throws SQLException {}

    default void after(String sql, Connection connection) throws SQLException {}
  }

  private final Listener listener;

  ObservedConnections(Listener listener) {
    this.listener = listener;
  }

  Connection connection(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            ObservedConnections.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "prepareStatement" ->
                      statement(
                          PreparedStatement.class,
                          (Statement) call(real, method, arguments),
                          (String) arguments[0],
                          real);
                  case "createStatement" ->
                      statement(
                          Statement.class, (Statement) call(real, method, arguments), "", real);
                  case "commit" -> tapped(Listener.COMMIT, real, real, method, arguments);
                  default -> call(real, method, arguments);
                });
  }

  private Object statement(Class<?> type, Statement real, String sql, Connection connection) {
    return Proxy.newProxyInstance(
        ObservedConnections.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (!method.getName().startsWith("execute")) {
            return call(real, method, arguments);
          }
          String text = sql.isEmpty() ? (String) arguments[0] : sql;
          return text.equals("ROLLBACK")
              ? call(real, method, arguments)
              : tapped(
                  isCommit(text) ? Listener.COMMIT : text, connection, real, method, arguments);
        });
  }

  /** A commit may be sent together with what it announces. */
  private static boolean isCommit(String text) {
    return text.endsWith("; COMMIT");
  }

  private Object tapped(
      String sql, Connection connection, Object target, Method method, Object[] arguments)
      throws Throwable {
    listener.before(sql);
    Object result = call(target, method, arguments);
    listener.after(sql, connection);
    return result;
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
