package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans that ask before they use a tool, as people and programs see it. */
class ApprovalCommandsTest {

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void aWriter() throws Exception {
    shop = TestShop.in(folder);
    shop.actor(
        """
        name: writer
        type: scripted
        execute:
          - edit: {path: a.txt, find: one, replace: two}
          - write: {path: b.txt, content: new}
        """);
  }

  private TestCli cli(String answers) {
    return shop.cli().answering(answers);
  }

  private Run start(TestCli cli, String... more) {
    String[] words = {"run", "do it", "--actor", "writer", "--profile", "manual"};
    String[] all = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return cli.run(all);
  }

  /** Lets a plan go on from every question that is not about a step. */
  private Run untilFirstStep() {
    start(cli(""));
    cli("").run("approvals", "last", "--grant");
    cli("").run("plan", "resume");
    cli("").run("approvals", "last", "--grant");
    return cli("").run("plan", "resume", "--json");
  }

  @Test
  void aPlanThatMayNotEvenBeginAsksAndIsNotCalledPaused() {
    Run asking = start(cli(""));

    assertThat(asking.exitCode()).isEqualTo(4);
    assertThat(asking.out()).contains("Start planning?");
    assertThat(asking.err()).contains("agents approvals", "--grant").doesNotContain("Paused");
  }

  @Test
  void withoutATerminalItPrintsTheQuestionAndTheCommandThatAnswers() {
    Run waiting = untilFirstStep();

    assertThat(waiting.exitCode()).isEqualTo(4);
    JsonNode data = waiting.json().path("data");
    assertThat(data.path("stage").asText()).isEqualTo("execute/waiting");
    assertThat(data.path("waits_for").asText()).isEqualTo("Step 1: edit a.txt?");
    assertThat(waiting.json().at("/data/error").toString())
        .contains("--yes", "agents approvals", "--grant");
    Run listed = cli("").run("approvals", "--json");
    JsonNode open = listed.json().path("data").path("approvals").path(0);
    assertThat(open.path("gate").asText()).isEqualTo("edit_file");
    assertThat(open.path("step").asInt()).isEqualTo(1);
    assertThat(open.path("detail").asText()).contains("-one", "+two");
    assertThat(cli("").run("approvals", "last").out()).contains("+two", "--grant");
    assertThat(cli("").run("plan", "status").out()).contains("agents approvals");
  }

  @Test
  void anApprovalIsAnsweredOnceAndThePlanContinues() {
    untilFirstStep();
    Run granted = cli("").run("approvals", "last", "--grant", "--json");

    assertThat(granted.exitCode()).isZero();
    assertThat(granted.json().path("data").path("by").asText()).isEqualTo("ana");
    Run again = cli("").run("approvals", "last", "--grant");
    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err()).contains("No approval of plan");
    assertThat(
            cli("").run("plan", "resume", "--json").json().path("data").path("waits_for").asText())
        .isEqualTo("Step 2: write b.txt?");
  }

  @Test
  void aNoIsKeptWithItsReason() {
    untilFirstStep();
    assertThat(cli("").run("approvals", "last", "--deny", "--reason", "not that file").exitCode())
        .isZero();
    assertThat(cli("").run("plan", "status").out()).contains("denied by ana: not that file");
    Run stopped = cli("").run("plan", "resume");
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(cli("").run("plan", "status").out()).contains("denied by ana: not that file");
    assertThat(stopped.err()).contains("ana rejected it: not that file");
    assertThat(cli("").run("audit", "log", "--json").out()).contains("not that file");
  }

  @Test
  void yesApprovesEverything() throws Exception {
    Run done = start(cli(""), "--yes", "--json");
    assertThat(done.exitCode()).as(done.out()).isZero();
    assertThat(shop.read("a.txt")).isEqualTo("two\n");
    assertThat(shop.read("b.txt")).isEqualTo("new");
  }

  @Test
  void atATerminalEachStepIsAskedAboutAndDetailsAreShown() throws Exception {
    Run done = start(cli("y\ny\nd\ny\ny\ny\n").onTerminal(), "--format", "plain");
    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
    assertThat(done.err()).contains("Step 1: edit a.txt?", "Step 2: write b.txt?");
    assertThat(done.out()).contains("+two");
    assertThat(shop.read("a.txt")).isEqualTo("two\n");
  }

  @Test
  void allAllowsTheStepsAndNotTheApply() {
    Run done = start(cli("y\ny\na\nn\n").onTerminal(), "--format", "plain");
    assertThat(done.exitCode()).isEqualTo(4);
    assertThat(done.err())
        .contains("Step 1")
        .doesNotContain("Step 2")
        .contains("Apply the result to your");
    assertThat(done.out()).contains("execute/complete");
  }

  @Test
  void eachWrongUseGetsItsOwnMessage() {
    assertThat(cli("").run("approvals", "--grant").exitCode()).isEqualTo(3);
    assertThat(cli("").run("approvals", "x", "--grant", "--deny").exitCode()).isEqualTo(2);
    assertThat(cli("").run("approvals", "last", "--answer", "y", "--reason", "x").exitCode())
        .isEqualTo(2);
    assertThat(cli("").run("approvals", "ABCDEFGH").exitCode()).isEqualTo(3);
    assertThat(cli("").run("approvals").out()).contains("no plan waits");
  }
}
