package dev.cleveragents.store.crash;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes a SQLite file unable to grow for as long as a file named {@code full} lies in the folder:
 * whatever needs a new page fails as on a full disk.
 */
final class FullDisk {

  private static final long NO_LIMIT = 4_294_967_294L;

  private final Path flag;

  FullDisk(Path folder) {
    this.flag = folder.resolve("full");
  }

  Path flag() {
    return flag;
  }

  /** The connection, which looks for the flag before each of its transactions. */
  Connection watch(Connection connection) {
    if (connection instanceof org.sqlite.SQLiteConnection) {
      return (Connection)
          Proxy.newProxyInstance(
              FullDisk.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("createStatement")) {
                  limit(connection);
                }
                try {
                  return method.invoke(connection, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }
    return connection;
  }

  private void limit(Connection connection) throws SQLException {
    // Never below what is there: 1 means not a page more.
    long most = Files.exists(flag) ? 1 : NO_LIMIT;
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA max_page_count = " + most);
    }
  }
}
