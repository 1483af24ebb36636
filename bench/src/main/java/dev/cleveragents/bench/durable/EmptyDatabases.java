package dev.cleveragents.bench.durable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Empty databases, one after the other: on one PostgreSQL server, and as files. fsync is on. */
final class EmptyDatabases implements AutoCloseable {

  private final EmbeddedPostgres server;
  private final Path folder;
  private int made;

  EmptyDatabases() throws IOException {
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

  /** A pool as the peers are used with, all its connections open from the start. */
  static HikariDataSource pool(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(connections);
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    return new HikariDataSource(config);
  }

  /** The address of a PostgreSQL database as programs other than Java write it. */
  static String plainAddress(String url) {
    return url.replaceFirst("jdbc:postgresql://(.*)\\?user=(.*)", "postgres://$2@$1");
  }

  /** A folder for files about the databases. */
  Path folder() {
    return folder;
  }

  /** The address of a new SQLite file. */
  String sqlite() {
    return "jdbc:sqlite:" + file();
  }

  /** A new file. */
  Path file() {
    return folder.resolve("bench-" + ++made + ".db");
  }

  /** Starts a contender on a new database that is dropped when the contender is closed. */
  QueueContender start(QueueContender.Entry entry, BodyCounter bodies) throws Exception {
    return new DroppingContender(entry.factory().start(this, bodies), this);
  }

  /** Drops a database, so that the server has no cleaning up to do in it later. */
  void drop(String url) throws IOException, SQLException {
    if (url.startsWith("jdbc:sqlite:")) {
      for (String end : new String[] {"", "-wal", "-shm", ".migrating"}) {
        Files.deleteIfExists(Path.of(url.substring("jdbc:sqlite:".length()) + end));
      }
      return;
    }
    String name = url.replaceFirst(".*/(\\w+).*", "$1");
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE " + name + " WITH (FORCE)");
    }
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
