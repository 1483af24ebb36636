package dev.cleveragents.bench.durable;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Empty databases, one after the other: on one PostgreSQL server, and as files. fsync is on. */
final class Databases implements AutoCloseable {

  private final EmbeddedPostgres server;
  private final Path folder;
  private int made;

  Databases() throws IOException {
    this.folder = Files.createTempDirectory("bench");
    this.server =
        EmbeddedPostgres.builder()
            .setServerConfig("max_connections", "300")
            .setServerConfig("shared_buffers", "512MB")
            .setServerConfig("max_wal_size", "4GB")
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .start();
  }

  /** The address of a new database on the server. */
  String postgres() throws SQLException {
    String name = "bench_" + ++made;
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
      statement.execute("CHECKPOINT");
    }
    return server.getJdbcUrl("postgres", name);
  }

  /** The address of a new SQLite file. */
  String sqlite() {
    return "jdbc:sqlite:" + file();
  }

  /** A new file. */
  Path file() {
    return folder.resolve("bench-" + ++made + ".db");
  }

  @Override
  public void close() throws IOException {
    server.close();
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
