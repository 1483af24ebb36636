package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.workspace.files.Deletion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a failure the user can edit, check, keep a partial result, and try again. */
class PlanEditCommandsTest {

  private static final String CHECK = "grep -q two a.txt";

  @TempDir Path folder;
  private TestShop shop;

  @BeforeEach
  void aShop() throws Exception {
    shop = TestShop.in(folder);
  }

  private Run run(String... arguments) {
    return shop.cli().run(arguments);
  }

  private Run failed() {
    return run("run", "two", "--exec", "echo tow > a.txt", "--check", CHECK);
  }

  /** The folder of the opened sandbox. */
  private Path opened() {
    JsonNode data = run("plan", "open", "--json").json().path("data");
    assertThat(data.path("next").asText()).startsWith("agents plan check ");
    return Path.of(data.path("sandboxes").path("shop").asText());
  }

  @Test
  void aFailedCheckNamesTheWaysToContinue() {
    assertThat(failed().err())
        .contains("agents plan open ", "then agents plan check ", "--fix CMD", "--ignore-checks");
    assertThat(run("run", "x", "--exec", "exit 3").err())
        .contains("agents plan open ", "--exec CMD", "--keep-partial");
  }

  @Test
  void editsInAnOpenedSandboxAreCheckedAgainAndAgainAndApplied() throws Exception {
    failed();
    Path files = opened();
    Files.writeString(files.resolve("a.txt"), "tvo\n");
    assertThat(run("plan", "check").exitCode()).isEqualTo(1);
    Files.writeString(files.resolve("a.txt"), "two\n");

    Run green = run("plan", "check");

    assertThat(green.out()).contains("check: passed", "execute/complete");
    assertThat(run("plan", "apply", "--yes").exitCode()).isZero();
    assertThat(shop.read("a.txt")).isEqualTo("two\n");
    assertThat(run("plan", "artifacts").out()).contains("step 3", "(edit by user)");
    Run refused = run("plan", "open");
    assertThat(refused.exitCode()).isEqualTo(4);
    assertThat(refused.err()).contains("apply/applied and cannot be opened", "next: agents plan");
  }

  @Test
  void aRefusedApplyKeepsTheWorkThatIsOpenedAndCheckedAgain() throws Exception {
    Files.writeString(shop.repository().resolve("a.txt"), "mine\n");
    assertThat(run("run", "two", "--exec", "echo two > a.txt", "--yes").err())
        .contains("local changes");
    assertThat(opened().resolve("a.txt")).hasContent("two");
    shop.commit("a.txt", "one\n");

    assertThat(run("plan", "check").out()).contains("execute/complete");

    assertThat(run("plan", "diff").out()).contains("+two");
    assertThat(run("plan", "apply", "--yes").exitCode()).isZero();
    assertThat(shop.read("a.txt")).isEqualTo("two\n");
  }

  @Test
  void onATerminalTheShellStartsInTheSandbox() throws Exception {
    failed();
    Path shell = folder.resolve("shell");
    Files.writeString(shell, "#!/bin/sh\ntest -f a.txt && echo two > a.txt && echo n > new.txt\n");
    assertThat(shell.toFile().setExecutable(true)).isTrue();

    Run opened =
        shop.cli().onTerminal().variable("SHELL", shell.toString()).run("plan", "open", "last");

    assertThat(opened.exitCode()).isZero();
    assertThat(opened.out() + opened.err()).contains("is open in", "2 files recorded as step 2");
    assertThat(run("plan", "check", "--yes").exitCode()).isZero();
    assertThat(shop.read("new.txt")).isEqualTo("n\n");
  }

  @Test
  void aSandboxThatIsGoneIsMadeAgain() throws Exception {
    failed();
    Deletion.of(folder.resolve("data/sandboxes"));

    assertThat(opened().resolve("a.txt")).hasContent("tow");
  }

  @Test
  void aDeniedPlanIsNotOpened() {
    run("run", "x", "--exec", "echo x > x.txt");
    run("approvals", "last", "--deny", "--reason", "no");

    assertThat(run("plan", "open").err()).contains("denied by ana");
    assertThat(run("plan", "check").err()).contains("denied by ana");
  }

  @Test
  void whatAnInterruptedCommandHasLeftCanBeKept() throws Exception {
    CancellationSource interrupt = new CancellationSource();
    Path mark = folder.resolve("mark");
    String slow = "echo half > half.txt; touch %s; sleep 300".formatted(mark);
    CompletableFuture<Run> running =
        CompletableFuture.supplyAsync(
            () ->
                shop.cli()
                    .interruptedBy(interrupt.token())
                    .variable("CLEVERAGENTS_SANDBOX_CONFINE", "off")
                    .run("run", "slow", "--exec", slow));
    await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(mark));
    interrupt.cancel(CancellationCause.requested("Ctrl-C"));
    Run paused = running.join();
    assertThat(paused.exitCode()).isEqualTo(130);
    assertThat(paused.out() + paused.err())
        .contains("stopping …", "runs next: run echo half", "--keep-partial", "1 file");

    Run resumed =
        run("plan", "resume", "--keep-partial", "--exec", "cat half.txt > whole.txt", "--yes");

    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(shop.read("whole.txt")).isEqualTo("half\n");
    assertThat(run("plan", "tree").out()).contains("partial_kept");
  }

  @Test
  void withoutKeepPartialACommandRunsFromTheFilesBeforeIt() throws Exception {
    run("run", "x", "--exec", "echo half > half.txt; exit 1");

    run("plan", "resume", "--exec", "ls > list.txt", "--yes");

    assertThat(shop.read("list.txt")).doesNotContain("half.txt");
    assertThat(run("plan", "resume", "--keep-partial").exitCode()).isEqualTo(4);
  }

  @Test
  void aCommandIsRetriedAsOftenAsAskedEachTimeFromTheSameFiles() throws Exception {
    Path tries = folder.resolve("tries");
    String third = "echo x >> %1$s; echo x >> a.txt; test $(wc -l < %1$s) = 3".formatted(tries);
    Run run = confinedOff("run", "x", "--exec", third, "--retries", "2", "--yes");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out() + run.err()).contains("(attempt 1 of 3)", "(attempt 3 of 3)");
    assertThat(shop.read("a.txt")).isEqualTo("one\nx\n");
    assertThat(run("plan", "log").out())
        .contains("attempt 1 of 3: exit code 1", "attempt 3 of 3: exit code 0");

    Files.delete(tries);
    confinedOff("run", "y", "--exec", "echo x >> %s; false".formatted(tries));
    assertThat(tries).as("one attempt by default").hasContent("x");
    Run failed = confinedOff("plan", "resume", "--retries", "1");
    assertThat(tries).hasContent("x\nx\nx");
    assertThat(failed.err()).contains("attempt 2 of 2: exit code 1");
  }

  private Run confinedOff(String... arguments) {
    return shop.cli().variable("CLEVERAGENTS_SANDBOX_CONFINE", "off").run(arguments);
  }

  @Test
  void programsSeeThatARunWaitsAndForWhat() {
    JsonNode answer = run("run", "x", "--exec", "echo x > x.txt", "--json").json();

    assertThat(answer.path("status").asText()).isEqualTo("waiting");
    assertThat(answer.path("data").path("waits_for").asText())
        .isEqualTo("Apply the result to your files?");
    assertThat(run("run", "x", "--exec", "false", "--json").json().path("status").asText())
        .isEqualTo("error");
  }

  @Test
  void anUnknownAnswerIsAskedForAgain() throws Exception {
    Run run =
        shop.cli()
            .onTerminal()
            .answering("maybe\ny\n")
            .run("run", "x", "--exec", "echo x > x.txt", "--format", "plain");

    assertThat(run.out() + run.err()).contains("'maybe' is not an answer");
    assertThat(shop.read("x.txt")).isEqualTo("x\n");
  }
}
