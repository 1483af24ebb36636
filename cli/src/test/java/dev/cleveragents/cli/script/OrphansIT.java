package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import dev.cleveragents.exec.Confinement;
import dev.cleveragents.fixtures.HostProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a killed run leaves, and how the user recovers it, through the script. */
class OrphansIT extends ScriptShop {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private Path begun;

  @BeforeEach
  void whereACommandSaysThatItHasBegun() {
    begun = checkout.home.resolve("begun");
  }

  /** Whether the command runs; it names a file, and the run itself has ended. */
  private boolean isRunning() throws IOException {
    return HostProcesses.anyWith(begun.toString());
  }

  /** Starts a plan whose command says that it has begun, writes a file, and goes on for ever. */
  private Running slowRun() throws Exception {
    Running running =
        begin(
            "run",
            "slow",
            "--exec",
            "echo two >> a.txt; echo new > n.txt; echo > %s; sleep 300; :".formatted(begun),
            "--yes");
    await().atMost(PATIENCE).until(() -> Files.exists(begun));
    return running;
  }

  /** The same, killed in the middle without clean-up. */
  private void killedRun() throws Exception {
    Running running = slowRun();
    running.process().destroyForcibly();
    running.end();
  }

  private List<String> left(JsonNode diagnostics, String kind) {
    List<String> fates = new ArrayList<>();
    diagnostics
        .path("left")
        .forEach(
            stray -> {
              if (stray.path("kind").asText().equals(kind)) {
                fates.add(stray.path("fate").asText());
              }
            });
    return fates;
  }

  @Test
  void theWorkOfAKilledRunIsFoundExportedAndAppliedAndOnlyThenRemoved() throws Exception {
    killedRun();
    JsonNode copy = json("sandbox", "list").path("sandboxes").path(0);
    assertThat(copy.path("owner").asText()).isEqualTo("dead");
    assertThat(copy.path("holds").asText()).isEqualTo("unrecorded");
    assertThat(copy.path("only_here").toString()).isEqualTo("[\"a.txt\",\"n.txt\"]");
    String id = copy.path("id").asText();
    Path directory = Path.of(copy.path("directory").asText());
    assertThat(agents("sandbox", "show", id.substring(18)).out()).contains("only here: n.txt");

    Ran refused = agents("sandbox", "remove", id);
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err())
        .contains("a.txt, n.txt")
        .contains("sandbox export " + id.substring(18));
    assertThat(directory).isDirectory();
    await().atMost(PATIENCE).until(() -> !isRunning());

    Path patch = checkout.home.resolve("work.patch");
    assertThat(agents("sandbox", "export", id, "--output", patch.toString()).exitCode()).isZero();
    assertThat(agents("sandbox", "export", id).out()).isEqualTo(Files.readString(patch));
    Ran again = agents("sandbox", "export", id, "--output", patch.toString());
    assertThat(again.exitCode()).isEqualTo(4);
    git("apply", patch.toString());
    assertThat(repository.resolve("a.txt")).hasContent("one\ntwo\n");
    assertThat(repository.resolve("n.txt")).hasContent("new\n");

    assertThat(agents("sandbox", "remove", id, "--force").exitCode()).isZero();
    assertThat(directory).doesNotExist();
    assertThat(json("sandbox", "list").path("sandboxes")).isEmpty();
  }

  @Test
  void diagnosticsListsWhatAKillLeftAndFixClearsAllButTheWork() throws Exception {
    killedRun();
    JsonNode before = json("diagnostics");
    assertThat(left(before, "worker")).containsExactly("to_clear");
    assertThat(left(before, "processes")).containsExactly("to_clear");
    assertThat(left(before, "copy")).containsExactly("kept");
    assertThat(isRunning()).isTrue();
    assertThat(json("plan", "status").path("stage").asText()).isEqualTo("execute/processing");

    Running one = begin("diagnostics", "--fix", "--json");
    Running other = begin("diagnostics", "--fix", "--json");
    assertThat(one.end().exitCode()).isZero();
    assertThat(other.end().exitCode()).isZero();
    await().atMost(PATIENCE).until(() -> !isRunning());
    assertThat(json("plan", "status").path("stage").asText()).isEqualTo("execute/queued");
    JsonNode after = json("diagnostics", "--fix");
    assertThat(left(after, "worker")).isEmpty();
    assertThat(left(after, "processes")).isEmpty();
    assertThat(left(after, "copy")).containsExactly("kept");
    assertThat(after.path("protection").path("commands").asText())
        .isEqualTo(Confinement.ofThisMachine().kind().name().toLowerCase(Locale.ROOT));

    assertThat(agents("plan", "cancel", "last", "--yes").exitCode()).isZero();
    String id = json("sandbox", "list").path("sandboxes").path(0).path("id").asText();
    assertThat(agents("sandbox", "remove", id, "--force").exitCode()).isZero();
    JsonNode last = json("diagnostics", "--fix");
    assertThat(left(last, "ref")).containsExactly("cleared");
    assertThat(json("diagnostics").path("left")).isEmpty();
    assertThat(git("for-each-ref", "refs/cleveragents/")).isEmpty();
    assertThat(git("status", "--porcelain")).isEmpty();
  }

  @Test
  @Tag("exhaustive")
  void aLivingRunIsNotTouchedByAnyOfIt() throws Exception {
    Running running = slowRun();
    JsonNode copy = json("sandbox", "list").path("sandboxes").path(0);
    assertThat(copy.path("owner").asText()).isEqualTo("alive");
    assertThat(copy.path("holds").asText()).isEqualTo("in_use");
    String id = copy.path("id").asText();
    assertThat(agents("sandbox", "remove", id, "--force").exitCode()).isEqualTo(4);
    assertThat(json("diagnostics", "--fix").path("left")).isEmpty();
    assertThat(json("sandbox", "export", id).path("files").toString())
        .isEqualTo("[\"a.txt\",\"n.txt\"]");
    assertThat(running.process().isAlive()).isTrue();
    assertThat(isRunning()).isTrue();
    assertThat(Path.of(copy.path("directory").asText())).isDirectory();
    checkout.send("INT", running);
    assertThat(running.end().exitCode()).isEqualTo(130);
  }

  @Test
  void aBackupMadeWhileAPlanRunsBringsEverythingBack() throws Exception {
    assertThat(agents("run", "add", "--exec", "echo x > b.txt", "--yes").exitCode()).isZero();
    Running running = slowRun();
    Path file = checkout.home.resolve("agents.backup");
    JsonNode made = json("backup", file.toString());
    assertThat(made.path("rows").path("plan_records").asInt()).isEqualTo(2);
    assertThat(agents("backup", file.toString()).exitCode()).isEqualTo(4);

    Ran busy = agents("restore", file.toString(), "--force");
    assertThat(busy.exitCode()).isEqualTo(1);
    assertThat(busy.err()).contains("in use");
    running.process().destroyForcibly();
    running.end();

    Ran there = agents("restore", file.toString());
    assertThat(there.exitCode()).isEqualTo(4);
    assertThat(there.err()).contains("--force");
    Path store = checkout.home.resolve(".cleveragents/cleveragents.db");
    Files.writeString(store, "not a database any more");
    Files.deleteIfExists(Path.of(store + "-wal"));
    Files.deleteIfExists(Path.of(store + "-shm"));
    Ran damaged = agents("plan", "list");
    assertThat(damaged.exitCode()).isEqualTo(1);
    assertThat(damaged.err()).contains("damaged").contains("restore");

    JsonNode restored = json("restore", file.toString(), "--force");
    assertThat(Path.of(restored.path("old_store").asText())).hasContent("not a database any more");
    assertThat(json("plan", "list").path("plans")).hasSize(2);
    assertThat(agents("audit", "verify").exitCode()).isZero();
    assertThat(agents("diagnostics", "--fix").exitCode()).isZero();
    assertThat(json("plan", "status").path("stage").asText()).isEqualTo("execute/queued");
    try (Stream<Path> all = Files.list(checkout.home)) {
      assertThat(all.filter(it -> it.getFileName().toString().startsWith(".cleveragents.")))
          .isEmpty();
    }
  }
}
