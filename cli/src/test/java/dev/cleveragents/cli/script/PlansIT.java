package dev.cleveragents.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cleveragents.cli.script.Checkout.Ran;
import dev.cleveragents.cli.script.Checkout.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans as a new user meets them: through the script, in a git repository of their own. */
class PlansIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path folder;
  private Checkout checkout;
  private Path repository;

  @BeforeEach
  void aBuiltCheckoutAndARepository() throws Exception {
    checkout = Checkout.built(folder);
    repository = Files.createDirectories(checkout.home.resolve("shop"));
    git("init", "-q", "-b", "main");
    git("config", "user.name", "Ana");
    git("config", "user.email", "ana@example.org");
    Files.writeString(repository.resolve("a.txt"), "one\n");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
  }

  @AfterEach
  void nothingGoesOn() {
    checkout.stop();
  }

  private String git(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git", "-C", repository.toString()));
    line.addAll(List.of(arguments));
    Ran ran = checkout.start(line.toArray(String[]::new)).end();
    assertThat(ran.err()).isEmpty();
    return ran.out().strip();
  }

  private Ran agents(String... arguments) throws Exception {
    return begin(arguments).end();
  }

  /** Runs it in the repository. */
  private Running begin(String... arguments) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "cd \"$0\" && exec \"$@\"",
                repository.toString(),
                checkout.script().toString()));
    line.addAll(List.of(arguments));
    return checkout.start(line.toArray(String[]::new));
  }

  private JsonNode json(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    Ran ran = agents(all.toArray(String[]::new));
    return JsonMapper.builder().build().readTree(ran.out());
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  private String read(String path) throws IOException {
    return Files.readString(repository.resolve(path));
  }

  @Test
  void theDemoIsRealFromItsFirstLineToItsLast() throws Exception {
    Path demo = checkout.home.resolve("demo");
    JsonNode answer = json("demo", "--dir", demo.toString());
    assertThat(answer.path("exit_code").asInt()).isZero();
    assertThat(answer.path("data").path("stage").asText()).isEqualTo("apply/applied");
    assertThat(answer.path("data").path("uncommitted_edit_kept").asBoolean()).isTrue();
    repository = demo;
    assertThat(git("status", "--porcelain")).isEqualTo("M SHOPPING.md");
    assertThat(git("log", "-1", "--format=%B")).contains("CleverAgents-Plan: ");
    assertThat(checkout.start("sh", "-c", "cd " + demo + " && ./test.sh").end().out())
        .isEqualTo("all tests pass\n");
    List<String> moves = new ArrayList<>();
    json("audit", "log", "--type", "plan.moved")
        .path("data")
        .path("events")
        .forEach(event -> moves.add(event.path("data").path("reason").asText()));
    assertThat(moves).anyMatch(reason -> reason.contains("its worker died"));
    assertThat(agents("audit", "verify").exitCode()).isZero();
  }

  @Test
  void runPlansWorksChecksAndAppliesBesideWhatIsNotCommitted() throws Exception {
    Files.writeString(repository.resolve("mine.txt"), "mine\n");
    JsonNode answer =
        json("run", "add two", "--exec", "echo two >> a.txt", "--check", "grep two a.txt", "--yes");
    assertThat(answer.path("status").asText()).isEqualTo("ok");
    assertThat(answer.path("data").path("stage").asText()).isEqualTo("apply/applied");
    assertThat(answer.path("data").path("files").path(0).path("path").asText()).isEqualTo("a.txt");
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
    assertThat(git("status", "--porcelain")).isEqualTo("?? mine.txt");
    assertThat(git("log", "-1", "--format=%s by %an")).isEqualTo("add two by Ana");
    assertThat(json("plan", "list").path("data").path("plans")).hasSize(1);
  }

  @Test
  void withNobodyToAskNothingIsAppliedUntilSomebodySaysSo() throws Exception {
    Ran ran = agents("run", "add two", "--exec", "echo two >> a.txt");
    assertThat(ran.exitCode()).isEqualTo(4);
    assertThat(read("a.txt")).isEqualTo("one\n");
    Ran refused = agents("plan", "apply");
    assertThat(refused.exitCode()).isEqualTo(2);
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
  void anInterruptPausesStopsTheCommandAndResumeGoesOn() throws Exception {
    Path begun = checkout.home.resolve("begun");
    String line = "echo $$ > %1$s; [ -e %1$s.go ] || sleep 300; echo two >> a.txt".formatted(begun);
    Running running = begin("run", "slow", "--exec", line, "--yes");
    await().atMost(PATIENCE).until(() -> Files.exists(begun) && !Files.readString(begun).isEmpty());
    long pid = Long.parseLong(Files.readString(begun).strip());
    checkout.run("kill", "-INT", String.valueOf(running.process().pid()));
    Ran ran = running.end();
    assertThat(ran.exitCode()).isEqualTo(130);
    assertThat(ran.err()).contains("Paused").contains("agents plan resume");
    await().atMost(PATIENCE).until(() -> !isAlive(pid));
    assertThat(json("plan", "status").path("data").path("held").asBoolean()).isTrue();
    Files.createFile(Path.of(begun + ".go"));
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
  }

  @Test
  void whatAKilledRunLeftIsEndedAndItsPlanGoesOn() throws Exception {
    Path begun = checkout.home.resolve("begun");
    String line =
        "echo $$ >> " + begun + "; [ $CLEVERAGENTS_LEASE != 1 ] || sleep 300; echo two >> a.txt";
    Running running = begin("run", "slow", "--exec", line, "--yes");
    await().atMost(PATIENCE).until(() -> Files.exists(begun) && !Files.readString(begun).isEmpty());
    long first = Long.parseLong(Files.readAllLines(begun).getFirst());
    running.process().destroyForcibly();
    running.end();
    assertThat(isAlive(first)).isTrue();
    assertThat(agents("plan", "resume", "--yes").exitCode()).isZero();
    await().atMost(PATIENCE).until(() -> !isAlive(first));
    assertThat(read("a.txt")).isEqualTo("one\ntwo\n");
  }

  @Test
  void aCommandThatFailsIsToldWithItsLastWordsAndChangesNothing() throws Exception {
    Ran ran = agents("run", "fail", "--exec", "echo x > b.txt; echo no such luck; exit 3", "--yes");
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("exit code 3").contains("no such luck").contains("plan resume");
    assertThat(git("status", "--porcelain")).isEmpty();
    assertThat(agents("plan", "errors").out()).contains("no such luck");
    assertThat(agents("plan", "cancel", "last", "--yes").exitCode()).isZero();
    assertThat(json("plan", "status").path("data").path("state").asText()).isEqualTo("cancelled");
  }

  @Test
  void outsideOfARepositoryItSaysWhatToDo() throws Exception {
    repository = Files.createDirectories(checkout.home.resolve("plain"));
    Ran ran = agents("run", "anything", "--exec", "true", "--yes");
    assertThat(ran.exitCode()).isNotZero();
    assertThat(ran.err()).contains("git").doesNotContain("Exception");
  }
}
