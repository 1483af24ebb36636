package dev.cleveragents.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL server for tests, as it comes: with fsync on. One is shared by all tests of a JVM.
 */
public final class TestPostgres implements AutoCloseable {

  private static final AtomicInteger schemas = new AtomicInteger();

  private final EmbeddedPostgres server;

  private TestPostgres(EmbeddedPostgres server) {
    this.server = server;
  }

  /** A server of one's own. */
  public static TestPostgres start() {
    try {
      return new TestPostgres(
          EmbeddedPostgres.builder().setServerConfig("max_connections", "200").start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server that ends with this JVM. */
  public static TestPostgres shared() {
    return Shared.SERVER;
  }

  private static final class Shared {
    static final TestPostgres SERVER = start();
  }

  /** Makes an empty schema and returns an address that leads there; quicker than a database. */
  public String newSchema() {
    String name = "test_" + schemas.incrementAndGet();
    execute("CREATE SCHEMA " + name);
    return server.getJdbcUrl("postgres", "postgres") + "&currentSchema=" + name;
  }

  /** Runs a statement as the server's owner. */
  public void execute(String sql) {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
