package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli;
import dev.cleveragents.store.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worker of a split plan is killed again and again while its subplans run. Each subplan ends
 * once, and the merged files are those of a run without kills. {@code -Dsubplans=N}, {@code
 * -Dkills=N} and {@code -Dconcurrency=N} set the size, {@code -Dseed=N} repeats a series.
 */
class SubplanKillsIT {

  private static final int SUBPLANS = Integer.getInteger("subplans", 10);
  private static final int KILLS = Integer.getInteger("kills", 2);
  private static final int AT_ONCE = Integer.getInteger("concurrency", 4);
  private static final long SEED = Long.getLong("seed", System.nanoTime());

  /** Changes of neighbours are this far apart, so that they merge. */
  private static final int LINES_EACH = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(60 + 3L * SUBPLANS);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  @TempDir private Path folder;
  private final List<AgentsProcess> workers = new ArrayList<>();

  @AfterEach
  void stopWorkers() throws Exception {
    for (AgentsProcess worker : workers) {
      worker.process().destroyForcibly().waitFor();
    }
  }

  @Test
  void eachSubplanEndsOnceOnSqlite() throws Exception {
    survive("SQLite", "");
  }

  @Test
  void eachSubplanEndsOnceOnPostgres() throws Exception {
    survive("PostgreSQL", "store.url = \"%s\"\n".formatted(TestPostgres.shared().newSchema()));
  }

  private void survive(String store, String config) throws Exception {
    Path home = Files.createDirectories(folder.toRealPath().resolve("home"));
    Files.writeString(home.resolve("config.toml"), config);
    Path project = project();
    TestCli user = NoLossSetup.cli(project, home);
    startWorker(project);
    AgentsProcess first = worker();
    await(() -> Files.readString(first.out()).contains("jobs at once"));
    json(
        user.run(
            "run",
            "mark all parts",
            "--each",
            "parts/*",
            "--exec",
            "n=${AGENTS_FILE#parts/}; sed -i \"s/^$n$/& done/\" shared.txt; echo once >> {file}",
            "--parallel",
            Integer.toString(SUBPLANS),
            "--detach",
            "--yes",
            "--json"));
    long began = System.nanoTime();
    Random random = new Random(SEED);
    for (int kill = 0; kill < KILLS; kill++) {
      int more = 1 + random.nextInt(Math.max(1, SUBPLANS / (KILLS + 1)));
      int until = Math.min(SUBPLANS, ended(user) + more);
      await(() -> ended(user) >= until);
      worker().process().destroyForcibly().waitFor();
      startWorker(project);
    }
    await(
        () -> !stage(user).equals("execute/waiting") && !stage(user).equals("execute/processing"));
    assertThat(stage(user)).as(worker().said()).isEqualTo("execute/complete");
    json(user.run("plan", "apply", "last", "--yes", "--json"));
    assertThat(contents(project)).isEqualTo(expected());
    assertEndedOnce(user);
    System.out.printf(
        "subplans on %s, seed %d: %d, worker killed %d times, each ended once, merge equal, %d s%n",
        store, SEED, SUBPLANS, KILLS, Duration.ofNanos(System.nanoTime() - began).toSeconds());
  }

  private void startWorker(Path project) throws IOException {
    List<String> command = List.of("worker", "run", "--concurrency", Integer.toString(AT_ONCE));
    workers.add(
        new NoLossSetup(folder, List.of(), null).start(folder, project, List.of(), command));
  }

  private AgentsProcess worker() {
    return workers.getLast();
  }

  private void await(Callable<Boolean> what) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(LOOK_EVERY)
        .until(
            () -> {
              assertThat(worker().process().isAlive()).as(worker().said()).isTrue();
              return what.call();
            });
  }

  private Path project() throws IOException {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.createDirectories(project.resolve("parts"));
    List<String> shared = new ArrayList<>();
    for (int i = 0; i < SUBPLANS; i++) {
      Files.writeString(project.resolve("parts").resolve(name(i)), "part\n");
      shared.add(name(i));
      for (int line = 1; line < LINES_EACH; line++) {
        shared.add("between " + i + " " + line);
      }
    }
    Files.write(project.resolve("shared.txt"), shared);
    Shell.run(
        project,
        "git init -q -b main; git config user.name U; git config user.email u@example.invalid;"
            + " git add -A; git commit -q -m base");
    return project;
  }

  private static String name(int i) {
    return "p%04d".formatted(i);
  }

  private static Map<String, String> expected() {
    Map<String, String> files = new HashMap<>();
    StringBuilder shared = new StringBuilder();
    for (int i = 0; i < SUBPLANS; i++) {
      files.put("parts/" + name(i), "part\nonce\n");
      shared.append(name(i)).append(" done\n");
      for (int line = 1; line < LINES_EACH; line++) {
        shared.append("between ").append(i).append(' ').append(line).append('\n');
      }
    }
    files.put("shared.txt", shared.toString());
    return files;
  }

  private static Map<String, String> contents(Path project) {
    Map<String, String> files = new HashMap<>();
    for (String path : Shell.run(project, "git ls-files").lines().toList()) {
      try {
        files.put(path, Files.readString(project.resolve(path)));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return files;
  }

  private static String stage(TestCli user) {
    return json(user.run("plan", "status", "last", "--json")).path("stage").asText();
  }

  private static int ended(TestCli user) {
    return (int)
        subplans(user).stream().filter(it -> it.path("state").asText().equals("complete")).count();
  }

  private static List<JsonNode> subplans(TestCli user) {
    JsonNode all = json(user.run("plan", "subplans", "last", "--json")).path("subplans");
    return IntStream.range(0, all.size()).mapToObj(all::get).toList();
  }

  private static void assertEndedOnce(TestCli user) {
    JsonNode moves =
        json(user.run("audit", "log", "--type", "plan.moved", "--limit", "10000", "--json"));
    Map<String, Integer> ends = new HashMap<>();
    for (JsonNode event : moves.path("events")) {
      if (event.path("data").path("to").asText().equals("execute/complete")) {
        ends.merge(event.path("plan").asText(), 1, Integer::sum);
      }
    }
    for (JsonNode subplan : subplans(user)) {
      assertThat(ends.get(subplan.path("id").asText())).as("ends of %s", subplan).isEqualTo(1);
    }
  }

  private static JsonNode json(TestCli.Run run) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run.json().path("data");
  }
}
