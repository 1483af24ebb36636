package dev.cleveragents.bench.durable;

import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * graphile-worker, a Node.js program beside this one that tells on its output how many jobs it has
 * run. Settings: those of its own performance test, in {@code graphile/worker.mjs}: 24 jobs at once
 * and 25 connections; with batching a local queue of 500 and batched completions without delay. One
 * process. Jobs are added by SQL, 10,000 with one {@code add_jobs}.
 */
final class GraphileQueue implements QueueContender {

  private static final int TOGETHER = 10_000;
  private static final int CLIENTS = 32;
  private static final Path SOURCE = Path.of("graphile");
  private static final Path INSTALLED = Path.of("target", "graphile");

  private final String url;
  private final BodyCounter bodies;
  private final Process process;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final HikariDataSource pool;

  private GraphileQueue(EmptyDatabases databases, BodyCounter bodies, boolean batching)
      throws Exception {
    this.url = databases.postgres();
    this.bodies = bodies;
    install();
    ProcessBuilder builder =
        new ProcessBuilder("node", "worker.mjs")
            .directory(INSTALLED.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("DATABASE_URL", EmptyDatabases.plainAddress(url));
    builder.environment().put("BATCHING", batching ? "1" : "0");
    builder.environment().put("NO_LOG_SUCCESS", "1");
    this.process = builder.start();
    Thread.ofPlatform().daemon().name("graphile").start(this::listen);
    if (!ready.await(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("graphile-worker has not said that it is ready");
    }
    this.pool = EmptyDatabases.pool(url, CLIENTS);
  }

  static GraphileQueue batching(EmptyDatabases databases, BodyCounter bodies) throws Exception {
    return new GraphileQueue(databases, bodies, true);
  }

  static GraphileQueue single(EmptyDatabases databases, BodyCounter bodies) throws Exception {
    return new GraphileQueue(databases, bodies, false);
  }

  private static void install() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    for (String file : new String[] {"package.json", "worker.mjs"}) {
      Files.copy(
          SOURCE.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (Files.exists(INSTALLED.resolve("node_modules/graphile-worker/package.json"))) {
      return;
    }
    Process npm =
        new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .redirectOutput(INSTALLED.resolve("npm.log").toFile())
            .start();
    if (!npm.waitFor(3, TimeUnit.MINUTES) || npm.exitValue() != 0) {
      npm.destroyForcibly();
      throw new IOException("npm install failed; see bench/target/graphile/npm.log");
    }
  }

  /** Lines are {@code ready}, {@code ran <how many more>} and {@code started <number>}. */
  private void listen() {
    try (BufferedReader lines = process.inputReader()) {
      for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
        int space = line.indexOf(' ');
        if (line.equals("ready")) {
          ready.countDown();
        } else if (line.startsWith("ran ")) {
          bodies.ran(Integer.parseInt(line.substring(space + 1)));
        } else if (line.startsWith("started ")) {
          bodies.started(Integer.parseInt(line.substring(space + 1)));
        }
      }
    } catch (IOException e) {
      System.err.println("graphile-worker: " + e.getMessage());
    }
  }

  @Override
  public void enqueue(int jobs) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement add =
            connection.prepareStatement(
                """
                SELECT 1 FROM graphile_worker.add_jobs(ARRAY(
                  SELECT json_populate_recordset(null::graphile_worker.job_spec, ?::json)))
                """)) {
      for (int some; jobs > 0; jobs -= some) {
        some = Math.min(jobs, TOGETHER);
        String each = "{\"identifier\":\"no_op\"}";
        add.setString(1, "[" + (each + ",").repeat(some - 1) + each + "]");
        add.execute();
      }
    }
  }

  @Override
  public void enqueueNumbered(int number) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement add =
            connection.prepareStatement(
                "SELECT 1 FROM graphile_worker.add_job('numbered', ?::json)")) {
      add.setString(1, String.format(Locale.ROOT, "{\"number\":%d}", number));
      add.execute();
    }
  }

  @Override
  public String openJobs() {
    return "SELECT EXISTS (SELECT 1 FROM graphile_worker._private_jobs)";
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public void close() {
    try {
      pool.close();
      // It stops in good order when its input ends.
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
