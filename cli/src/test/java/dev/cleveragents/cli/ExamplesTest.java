package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of agents: the commands of each README on its recording, without key and network.
 */
class ExamplesTest {

  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
  private static final Pattern COMMAND = Pattern.compile("(?m)^agents (.*)$");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  @TempDir private Path folder;
  private Path copy;
  private Path project;
  private TestCli cli;

  @BeforeEach
  void aUser() {
    copy = folder.resolve("copy");
    project = copy.resolve("project");
    cli = new TestCli(project).variable("CLEVERAGENTS_HOME", folder.resolve("data").toString());
  }

  /** Starts an example as its user does. */
  private void start(String example) throws Exception {
    CommandResult started =
        Command.of(EXAMPLES.resolve("start").toString(), example, copy.toString())
            .run(CancellationToken.none());
    assertThat(started.succeeded()).as(started.errors().text()).isTrue();
  }

  /** The commands of a README, each in words. */
  private static List<List<String>> commands(String example) throws IOException {
    return COMMAND
        .matcher(Files.readString(EXAMPLES.resolve(example).resolve("README.md")))
        .results()
        .map(match -> words(match.group(1)))
        .toList();
  }

  private static List<String> words(String line) {
    return WORD.matcher(line)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }

  /** Gives the commands of a README, the last one with a recording. */
  private Run replay(String example, String... more) throws Exception {
    start(example);
    List<List<String>> commands = commands(example);
    for (List<String> command : commands.subList(0, commands.size() - 1)) {
      Run run = cli.run(command.toArray(String[]::new));
      assertThat(run.exitCode()).as(command + "\n" + run.err()).isZero();
    }
    List<String> last = new ArrayList<>(commands.getLast());
    last.addAll(List.of("--replay", "../recording.jsonl"));
    last.addAll(List.of(more));
    Run run = cli.run(last.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run;
  }

  private void assertPasses(String... commands) throws Exception {
    for (String command : commands) {
      CommandResult result =
          Command.shell(command).withDirectory(project).run(CancellationToken.none());
      assertThat(result.succeeded()).as(result.output().text()).isTrue();
    }
  }

  private List<String> changed() {
    return new GitRepository(project).git("show", "--name-only", "--format=").lines().toList();
  }

  @Test
  void aTestIsFixed() throws Exception {
    Run run = replay("fix-a-test", "--yes");

    assertThat(run.out()).contains("left open", "Letters with accents");
    assertThat(changed()).containsExactly("slug.sh");
    assertPasses("./test.sh");
  }

  @Test
  void aFeatureIsAddedAndTheInvariantsHold() throws Exception {
    Run run = replay("add-a-feature", "--yes");

    assertThat(run.out()).contains("the findings go back to the agent");
    assertThat(changed()).containsExactly("README.md", "test.sh", "todo.sh");
    Files.writeString(project.resolve("todo.txt"), "buy milk\n");
    assertPasses("./test.sh", "./todo.sh list | grep -qx '1. buy milk'");
  }

  @Test
  void aDependencyIsUpgraded() throws Exception {
    Run run = replay("upgrade-a-dependency", "--yes");

    assertThat(run.out()).contains("must expect the currency");
    assertThat(changed())
        .containsExactly("dependencies.txt", "invoice.sh", "test.sh", "vendor/money-1.0.sh");
    assertPasses("./test.sh", "./check-versions.sh");
  }

  @Test
  void aRepositoryIsExplainedAndUnchanged() throws Exception {
    Run run = replay("explain-a-repository");

    assertThat(run.out())
        .contains("backup.sh:4-6", "line 7 writes last-success", "it changed nothing", "cost");
    assertThat(cli.run("plan", "status").out()).contains("backup.sh:4-6");
    JsonNode status = cli.run("plan", "status", "--json").json().path("data");
    assertThat(status.path("answer").asText()).contains("backup.sh:4-6");
    assertThat(new GitRepository(project).git("rev-list", "--count", "HEAD").strip())
        .isEqualTo("1");
  }

  @Test
  void aTestIsFixedByClaudeCode() throws Exception {
    start("fix-a-test");
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Path claude = programs.resolve("claude");
    Files.writeString(
        claude,
        """
        #!/bin/sh
        sed "s/tr -s ' ' '-'/tr -cs '[:alnum:]' '-' | sed 's,^-,,; s,-$,,'/" slug.sh > slug.new
        cat slug.new > slug.sh
        rm slug.new
        cat '%s'
        """
            .formatted(EXAMPLES.resolve("fix-with-claude-code/claude.jsonl")));
    Files.setPosixFilePermissions(claude, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    line.addAll(commands("fix-with-claude-code").getLast());
    line.add("--yes");

    // Commands of plans see the PATH of the process that runs them.
    CommandResult run =
        Command.of(line)
            .withDirectory(project)
            .withVariable("PATH", programs + ":/usr/bin:/bin")
            .withVariable("CLEVERAGENTS_HOME", folder.resolve("data").toString())
            .run(CancellationToken.none());

    assertThat(run.succeeded()).as(run.output().text() + run.errors().text()).isTrue();
    assertThat(run.output().text()).contains("claude-code: Edit slug.sh", "$0.02");
    assertThat(changed()).containsExactly("slug.sh");
    assertPasses("./test.sh");
  }

  /** A folder without a test would be no example. */
  @Test
  void everyExampleOfAnAgentIsTested() throws IOException {
    try (Stream<Path> folders = Files.list(EXAMPLES)) {
      assertThat(folders.filter(it -> Files.exists(it.resolve("README.md"))))
          .extracting(it -> it.getFileName().toString())
          .containsExactlyInAnyOrder(
              "fix-a-test",
              "add-a-feature",
              "upgrade-a-dependency",
              "explain-a-repository",
              "fix-with-claude-code");
    }
  }
}
