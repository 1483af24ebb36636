package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An actor that is tried by hand. */
class ActorRunTest {

  @TempDir private Path folder;
  private TestShop shop;

  @BeforeEach
  void anActor() throws Exception {
    shop = TestShop.in(folder);
    actor("echoer", "echo \"$AGENTS_GOAL\" >> a.txt");
  }

  private void actor(String name, String command) throws Exception {
    shop.actor("name: %s\ntype: command\ncommand: '%s'\n".formatted(name, command));
  }

  private TestCli cli() {
    return shop.cli();
  }

  private List<String> files() throws Exception {
    try (Stream<Path> all = Files.list(shop.repository())) {
      return all.map(it -> it.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theDiffIsShownAndTheUsersFilesAreUnchanged() throws Exception {
    Run run = cli().onTerminal().run("actor", "run", "echoer", "say two", "--format", "plain");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("+say two", "Your files are unchanged", "agents plan apply");
    assertThat(run.err()).as("it asks nothing").doesNotContain("?");
    assertThat(shop.read("a.txt")).isEqualTo("one\n");
    assertThat(files()).containsExactly(".git", "a.txt");
    assertThat(cli().run("plan", "apply", "--yes").exitCode()).isZero();
    assertThat(shop.read("a.txt")).isEqualTo("one\nsay two\n");
  }

  @Test
  void theAnswerOfAnAgentThatChangesNothingIsShownWhole() throws Exception {
    shop.actor(
        """
        name: reader
        type: command
        output: claude-code
        command: >-
          printf %s '{"type":"result","result":"It prints one.\\nSee a.txt:1."}'
        """);

    Run run = cli().run("actor", "run", "reader", "what does it print?");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("It prints one.\nSee a.txt:1.\n", "nothing to apply", "agents plan cancel")
        .doesNotContain("agents plan apply");
    assertThat(cli().run("plan", "status").out()).contains("See a.txt:1.");
    assertThat(cli().run("plan", "cancel", "last", "--yes").exitCode()).isZero();
  }

  @Test
  void programsGetTheSame() {
    Run run = cli().run("actor", "run", "echoer", "x", "--json");
    assertThat(run.json().path("data").path("stage").asText()).isEqualTo("execute/complete");
    assertThat(run.json().path("data").path("files").path(0).path("path").asText())
        .isEqualTo("a.txt");
    assertThat(run.json().path("data").path("diff").asText()).contains("+x");
  }

  @Test
  void theLastPlanIsThatOfThisFoldersProject() throws Exception {
    cli().run("actor", "run", "echoer", "x");
    Run elsewhere = cli().in(folder).run("plan", "apply", "--yes");
    assertThat(elsewhere.exitCode()).isEqualTo(3);
    assertThat(elsewhere.err()).contains("belongs to no project", "agents plan list");
    assertThat(cli().in(folder).run("plan", "list").out()).contains("execute/complete");

    TestShop other = TestShop.in(Files.createDirectories(folder.resolve("other")));
    TestCli there = cli().in(other.repository());
    assertThat(there.run("actor", "run", "echoer", "theirs").exitCode()).isZero();
    assertThat(cli().run("plan", "diff").out()).contains("+x").doesNotContain("theirs");
  }

  @Test
  void aFailureIsReported() throws Exception {
    actor("broken", "echo oh no; exit 3");
    Run failed = cli().run("actor", "run", "broken", "x");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err()).contains("exit code 3", "oh no");
    Run unknown = cli().run("actor", "run", "echoe", "x");
    assertThat(unknown.exitCode()).isNotZero();
    assertThat(unknown.err()).contains("echoer");
    assertThat(cli().run("actor", "run", "echoer").exitCode()).isEqualTo(2);
  }
}
