package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Rollback and resume on a project of a repository and a directory, through the script. The tests
 * run concurrently: each has a checkout, a home and a store of its own.
 */
@Execution(ExecutionMode.CONCURRENT)
class CheckpointsIT extends ScriptShop {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private Path docs;

  @BeforeEach
  void aProjectOfTwoResources() throws Exception {
    docs = Files.createDirectories(checkout.home.resolve("docs"));
    Files.writeString(docs.resolve("old.txt"), "old\n");
    done(agents("resource", "add", "app", repository.toString()));
    done(agents("resource", "add", "docs", docs.toString(), "--type", "fs-directory"));
    done(agents("project", "create", "shop", "--resource", "app", "--resource", "docs"));
  }

  private static void done(Ran ran) {
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
  }

  private void actor(String... steps) throws Exception {
    Path file = checkout.home.resolve("actor.yaml");
    Files.writeString(
        file,
        "name: local/steps\ntype: scripted\nexecute:\n  - " + String.join("\n  - ", steps) + "\n");
    done(agents("actor", "add", file.toString(), "--replace"));
  }

  private Running run() throws IOException {
    return begin("run", "do it", "--project", "shop", "--actor", "steps");
  }

  private String checkpoint(int stepsDone, String reason) throws Exception {
    for (JsonNode point : json("plan", "checkpoints").path("checkpoints")) {
      if (point.path("steps_done").asInt() == stepsDone
          && point.path("reason").asText().equals(reason)) {
        return point.path("id").asText();
      }
    }
    throw new AssertionError("no such checkpoint");
  }

  @Test
  void aPlanIsRolledBackOnlyWhenConfirmedAndReachesTheSameEnd() throws Exception {
    actor(
        "write: {path: one.txt, content: 'one'}",
        "run: {command: 'echo two >> a.txt; rm $AGENTS_DIR_DOCS/old.txt'}",
        "write: {path: d.txt, content: 'd', resource: docs}");
    run().end();
    JsonNode before = json("plan", "status");
    assertThat(before.path("stage").asText()).isEqualTo("execute/complete");
    String id = checkpoint(1, "before");

    JsonNode told = json("plan", "rollback", "last", id, "--dry-run");
    assertThat(told.path("steps").findValuesAsText("step")).containsExactly("2", "3");
    assertThat(told.path("files").findValuesAsText("path"))
        .containsExactly("a.txt", "d.txt", "old.txt");
    Ran refused = agents("plan", "rollback", "last", id);
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("--yes");
    assertThat(json("plan", "status")).isEqualTo(before);

    done(agents("plan", "rollback", "last", id.substring(id.length() - 8), "--yes"));
    JsonNode back = json("plan", "resume", "--dry-run");
    assertThat(back.path("steps_done").asInt()).isEqualTo(1);
    assertThat(back.path("steps").asInt()).isEqualTo(3);
    assertThat(back.path("next").asText()).startsWith("run echo two");
    assertThat(back.path("sandboxes").findValuesAsText("resource"))
        .containsExactly("local/app", "local/docs");
    assertThat(agents("plan", "diff", "--name-only").out()).isEqualTo("one.txt\n");
    assertThat(agents("plan", "resume", "--dry-run").out()).contains("1 of 3").contains("docs");
    assertThat(json("plan", "status").path("held").asBoolean()).isTrue();
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(docs.resolve("old.txt")).hasContent("old\n");

    done(agents("plan", "resume", "--yes"));
    assertThat(Files.readString(repository.resolve("a.txt"))).isEqualTo("one\ntwo\n");
    assertThat(docs.resolve("d.txt")).hasContent("d");
    assertThat(docs.resolve("old.txt")).doesNotExist();
    Ran late = agents("plan", "rollback", "last", checkpoint(0, "before"), "--yes");
    assertThat(late.exitCode()).isEqualTo(4);
    assertThat(late.err()).contains("agents plan undo");
    done(agents("audit", "verify"));
  }

  @Test
  void changesOfAFailedStepAreAPatchAndNoCheckpoint() throws Exception {
    actor(
        "write: {path: one.txt, content: 'one'}",
        "run: {command: 'echo left >> a.txt; echo x > x.txt; exit 3'}");
    run().end();
    String failed = checkpoint(1, "failed");
    Path patch = checkout.home.resolve("left.patch");
    Files.writeString(patch, agents("plan", "checkpoints", "last", "--patch", failed).out());
    git("apply", patch.toString());
    assertThat(Files.readString(repository.resolve("a.txt"))).isEqualTo("one\nleft\n");
    assertThat(repository.resolve("x.txt")).hasContent("x\n");
    Ran refused = agents("plan", "rollback", "last", failed, "--yes");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("--patch");
    assertThat(agents("plan", "rollback", "last", "NOPE", "--yes").exitCode()).isEqualTo(3);
  }

  @Test
  void aRunningPlanIsRefusedAndOnePausedFromElsewhereIsPutBack() throws Exception {
    Path begun = checkout.home.resolve("begun");
    actor(
        "write: {path: one.txt, content: 'one'}",
        "run: {command: '[ -e %1$s ] || { touch %1$s; sleep 300; }; echo two > two.txt'}"
            .formatted(begun));
    Running running = run();
    await().atMost(PATIENCE).until(() -> Files.exists(begun));
    Ran refused = agents("plan", "rollback", "last", checkpoint(0, "before"), "--yes");
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("agents plan pause");
    done(agents("plan", "pause"));
    running.end();
    await()
        .atMost(PATIENCE)
        .until(() -> json("plan", "status").path("stage").asText().equals("execute/queued"));
    done(agents("plan", "rollback", "last", checkpoint(0, "before"), "--yes"));
    assertThat(json("plan", "status").path("steps_done").asInt()).isZero();
    done(agents("plan", "resume", "--yes"));
    assertThat(repository.resolve("two.txt")).hasContent("two\n");
  }

  @Test
  @Tag("exhaustive")
  void aRunKilledInAnyStepContinuesInAnotherProcessToTheSameTree() throws Exception {
    List<String> lines =
        List.of(
            "echo 1 > one.txt; echo first >> a.txt",
            "cat one.txt >> $AGENTS_DIR_DOCS/old.txt; mv one.txt moved.txt",
            "cat a.txt moved.txt $AGENTS_DIR_DOCS/old.txt > all.txt");
    String wanted = null;
    String first = git("rev-parse", "HEAD");
    for (int hangsIn = 0; hangsIn <= lines.size(); hangsIn++) {
      Path reached = checkout.home.resolve("reached-" + hangsIn);
      List<String> steps = new ArrayList<>();
      for (int i = 1; i <= lines.size(); i++) {
        String hang =
            i == hangsIn
                ? "[ -e %1$s ] || { echo half > half.txt; touch %1$s; sleep 300; }; "
                    .formatted(reached)
                : "";
        steps.add("run: {command: '" + hang + lines.get(i - 1) + "'}");
      }
      actor(steps.toArray(String[]::new));
      Running running = run();
      if (hangsIn > 0) {
        await().atMost(PATIENCE).until(() -> Files.exists(reached));
        running.process().destroyForcibly();
      }
      running.end();
      done(agents("plan", hangsIn == 0 ? "apply" : "resume", "--yes"));
      String tree = git("rev-parse", "HEAD^{tree}") + Files.readString(docs.resolve("old.txt"));
      wanted = wanted == null ? tree : wanted;
      assertThat(tree).as("killed in step " + hangsIn).isEqualTo(wanted);
      git("reset", "-q", "--hard", first);
      Files.writeString(docs.resolve("old.txt"), "old\n");
    }
  }
}
