package dev.cleveragents.store;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server for tests, with fsync on. As the library has it, {@code synchronous_commit}
 * is off: that acknowledged work survives a crash of the server is then the store's doing alone.
 * One is shared by all tests of a JVM.
 */
public final class TestPostgres implements AutoCloseable {

  /** To start or to stop, on a machine whose disk is busy: the library gives it seconds. */
  private static final Duration SERVER_NEEDS = Duration.ofMinutes(2);

  private static final AtomicInteger schemas = new AtomicInteger();

  private final @Nullable Path folder;
  private EmbeddedPostgres server;

  private TestPostgres(EmbeddedPostgres server, @Nullable Path folder) {
    this.server = server;
    this.folder = folder;
  }

  /** A server of one's own. */
  public static TestPostgres start() {
    try {
      return new TestPostgres(settings().start(), null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A server of one's own that keeps its data in that folder and can be restarted. */
  public static TestPostgres startIn(Path folder) {
    try {
      return new TestPostgres(in(folder, freePort()), folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * One that the system assigns to no process by itself, so that it is free again when a server
   * that was stopped comes back.
   */
  static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (ServerSocket free = new ServerSocket(port)) {
        return free.getLocalPort();
      } catch (IOException e) {
        // Another process has it.
      }
    }
  }

  private static EmbeddedPostgres in(Path folder, int port) throws IOException {
    return settings().setDataDirectory(folder).setCleanDataDirectory(false).setPort(port).start();
  }

  /**
   * The library turns fsync off unless told otherwise. What the server says goes nowhere: a thread
   * that waits for it would hold the stream of the program that started it, and keep Java from
   * forgetting that program's id.
   */
  private static EmbeddedPostgres.Builder settings() {
    return EmbeddedPostgres.builder()
        .setOutputRedirector(Redirect.DISCARD)
        .setErrorRedirector(Redirect.DISCARD)
        .setPGStartupWait(SERVER_NEEDS)
        .setServerConfig("max_connections", "200")
        .setServerConfig("fsync", "on");
  }

  /** The server that ends with this JVM. */
  public static TestPostgres shared() {
    return Shared.SERVER;
  }

  private static final class Shared {
    static final TestPostgres SERVER = start();
  }

  /** Stops the server, in good order or at once as in a crash, and starts it on the same data. */
  public void restart(boolean crash) throws IOException, InterruptedException {
    stop(crash);
    startAgain();
  }

  /** Stops the server; returns when it is gone. */
  public void stop(boolean crash) throws IOException, InterruptedException {
    Path data = data();
    String pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip();
    CompletableFuture<ProcessHandle> end =
        ProcessHandle.of(Long.parseLong(pid))
            .orElseThrow()
            .onExit()
            .orTimeout(SERVER_NEEDS.toSeconds(), TimeUnit.SECONDS);
    if (crash) {
      new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
      end.join();
    }
    quietly(server);
    end.join();
  }

  /** Starts a server that was stopped, at the same address. */
  public void startAgain() throws IOException {
    server = in(data(), server.getPort());
  }

  private Path data() {
    if (folder == null) {
      throw new IllegalStateException("Only a server with a folder can be restarted");
    }
    return folder;
  }

  /** The library complains about a server that is gone already. */
  private static void quietly(Closeable closing) throws IOException {
    Logger logger = (Logger) LoggerFactory.getLogger(EmbeddedPostgres.class);
    Level before = logger.getLevel();
    logger.setLevel(Level.OFF);
    try {
      closing.close();
    } finally {
      logger.setLevel(before);
    }
  }

  /** Makes an empty schema and returns an address that leads there; quicker than a database. */
  public String newSchema() {
    String name = "test_" + schemas.incrementAndGet();
    execute("CREATE SCHEMA " + name);
    return server.getJdbcUrl("postgres", "postgres")
        + "&loginTimeout=60&connectTimeout=60&currentSchema="
        + name;
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
