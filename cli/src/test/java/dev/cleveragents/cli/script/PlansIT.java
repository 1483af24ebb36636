package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import dev.cleveragents.fixtures.HostProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans as a new user meets them: through the script, in a git repository of their own. */
class PlansIT extends ScriptShop {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Whether a command runs that names a file. The run itself, which names it too, has ended. */
  private static boolean isRunning(Path named) throws IOException {
    return HostProcesses.anyWith(named.toString());
  }

  @Test
  void theDemoIsRealFromItsFirstLineToItsLast() throws Exception {
    Path demo = checkout.home.resolve("demo");
    String home = demo.resolve("home").toString();
    JsonNode answer =
        JsonMapper.builder()
            .build()
            .readTree(script("demo", "--dir", demo.toString(), "--json").out());
    assertThat(answer.path("exit_code").asInt()).isZero();
    assertThat(answer.path("data").path("stage").asText()).isEqualTo("apply/applied");
    assertThat(answer.path("data").path("uncommitted_edit_kept").asBoolean()).isTrue();
    repository = demo.resolve("shop");
    assertThat(git("status", "--porcelain")).isEqualTo("M SHOPPING.md");
    assertThat(git("log", "-1", "--format=%B")).contains("CleverAgents-Plan: ");
    assertThat(checkout.start("sh", "-c", "cd " + repository + " && ./test.sh").end().out())
        .isEqualTo("all tests pass\n");
    assertThat(envelope("plan", "list", "--all").path("data").path("plans"))
        .as("the user's own home is not touched")
        .isEmpty();
    List<String> moves = new ArrayList<>();
    envelope("audit", "log", "--type", "plan.moved", "--data-dir", home)
        .path("data")
        .path("events")
        .forEach(event -> moves.add(event.path("data").path("reason").asText()));
    assertThat(moves).anyMatch(reason -> reason.contains("its worker died"));
    assertThat(agents("audit", "verify", "--data-dir", home).exitCode()).isZero();
  }

  @Test
  void runPlansWorksChecksAndAppliesBesideWhatIsNotCommitted() throws Exception {
    Files.writeString(repository.resolve("mine.txt"), "mine\n");
    Ran ran =
        script(
            "run",
            "add two",
            "--exec",
            "echo two >> a.txt",
            "--check",
            "grep two a.txt",
            "--yes",
            "--json");
    JsonNode answer = JsonMapper.builder().build().readTree(ran.out());
    assertThat(answer.path("status").asText()).isEqualTo("ok");
    assertThat(answer.path("data").path("stage").asText()).isEqualTo("apply/applied");
    assertThat(answer.path("data").path("files").path(0).path("path").asText()).isEqualTo("a.txt");
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
    assertThat(git("status", "--porcelain")).isEqualTo("?? mine.txt");
    assertThat(git("log", "-1", "--format=%s by %an")).isEqualTo("add two by Ana");
    assertThat(envelope("plan", "list").path("data").path("plans")).hasSize(1);
  }

  @Test
  void withoutATerminalNothingIsAppliedUntilApproved() throws Exception {
    Ran ran = script("run", "add two", "--exec", "echo two >> a.txt");
    assertThat(ran.exitCode()).isEqualTo(4);
    assertThat(read("a.txt")).isEqualTo("one\n");
    Ran refused = agents("plan", "apply");
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("--yes");
    assertThat(agents("plan", "apply", "--yes").exitCode()).isZero();
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
    assertThat(agents("plan", "apply", "--yes").exitCode()).isZero();
    assertThat(git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  @Test
  void thePatchOfAPlanAppliedWithGitGivesTheAppliedTree() throws Exception {
    agents("run", "change", "--exec", "printf 'x\\r\\ny' > b.txt; rm a.txt; mkdir d; echo z > d/c");
    Ran patch = agents("plan", "diff", "--patch");
    Path file = checkout.home.resolve("the.patch");
    Files.writeString(file, patch.out());
    assertThat(agents("plan", "apply", "--yes").exitCode()).isZero();
    String applied = git("rev-parse", "HEAD^{tree}");
    git("checkout", "-q", "-b", "other", "HEAD~1");
    git("apply", "--index", "--whitespace=nowarn", file.toString());
    assertThat(git("write-tree")).isEqualTo(applied);
    assertThat(agents("plan", "diff", "--name-only").out()).isEqualTo("a.txt\nb.txt\nd/c\n");
    assertThat(agents("plan", "diff", "--stat").out()).contains("3 files changed");
  }

  @Test
  void anInterruptStopsTheCommandAndPausesThePlanAndResumeContinues() throws Exception {
    Path begun = checkout.home.resolve("begun");
    String line = "echo $$ > %1$s; [ -e %1$s.go ] || sleep 300; echo two >> a.txt".formatted(begun);
    Running running = begin("run", "slow", "--exec", line, "--yes");
    await().atMost(PATIENCE).until(() -> Files.exists(begun) && !Files.readString(begun).isEmpty());
    checkout.send("INT", running);
    Ran ran = running.end();
    assertThat(ran.exitCode()).isEqualTo(130);
    assertThat(ran.out()).contains("stopping …", "plan: paused", "agents plan resume");
    assertThat(ran.err()).isEmpty();
    await().atMost(PATIENCE).until(() -> !isRunning(begun));
    assertThat(envelope("plan", "status").path("data").path("held").asBoolean()).isTrue();
    Files.createFile(Path.of(begun + ".go"));
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
  }

  @Test
  void aSecondInterruptLeavesAtOnceAndLeavesNothingRunning() throws Exception {
    Path begun = checkout.home.resolve("begun");
    String line =
        "trap '' INT TERM; echo $$ > %1$s; [ -e %1$s.go ] || sleep 300; echo two >> a.txt"
            .formatted(begun);
    Running running = begin("run", "slow", "--exec", line, "--yes");
    await().atMost(PATIENCE).until(() -> Files.exists(begun) && !Files.readString(begun).isEmpty());
    String pid = String.valueOf(running.process().pid());
    checkout.run("kill", "-INT", pid);
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              new ProcessBuilder("kill", "-INT", pid).start().waitFor();
              return !running.process().isAlive();
            });
    assertThat(running.end().exitCode()).isEqualTo(130);
    await().atMost(PATIENCE).until(() -> !isRunning(begun));
    Files.createFile(Path.of(begun + ".go"));
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
  }

  @Test
  void processesOfAKilledRunAreEndedAndItsPlanContinues() throws Exception {
    Path begun = checkout.home.resolve("begun");
    String line =
        "echo $$ >> " + begun + "; [ $AGENTS_LEASE != 1 ] || sleep 300; echo two >> a.txt";
    Running running = begin("run", "slow", "--exec", line, "--yes");
    await().atMost(PATIENCE).until(() -> Files.exists(begun) && !Files.readString(begun).isEmpty());
    running.process().destroyForcibly();
    running.end();
    assertThat(isRunning(begun)).isTrue();
    assertThat(agents("plan", "status").out()).contains("interrupted (process ", "plan resume");
    assertThat(agents("plan", "watch").out()).contains("interrupted (process ");
    assertThat(agents("plan", "resume", "--dry-run").out()).contains("It is interrupted");
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    await().atMost(PATIENCE).until(() -> !isRunning(begun));
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
  }

  @Test
  void aFailedCommandIsReportedWithItsLastOutputAndChangesNothing() throws Exception {
    Ran ran = agents("run", "fail", "--exec", "echo x > b.txt; echo no such luck; exit 3", "--yes");
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("exit code 3").contains("no such luck").contains("plan resume");
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(agents("plan", "errors").out()).contains("no such luck");
    assertThat(agents("plan", "cancel", "last", "--yes").exitCode()).isZero();
    assertThat(envelope("plan", "status").path("data").path("state").asText())
        .isEqualTo("cancelled");
  }

  @Test
  void outsideOfARepositoryItSaysWhatToDo() throws Exception {
    repository = Files.createDirectories(checkout.home.resolve("plain"));
    Ran ran = agents("run", "anything", "--exec", "true", "--yes");
    assertThat(ran.exitCode()).isNotZero();
    assertThat(ran.err()).contains("git").doesNotContain("Exception");
  }
}
