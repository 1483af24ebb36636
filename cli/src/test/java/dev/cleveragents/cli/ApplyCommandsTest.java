package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Choosing hunk by hunk at a terminal; the repository is where the person is. */
class ApplyCommandsTest {

  private static final String TEN = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n";

  @TempDir private Path folder;
  private Path repository;

  @BeforeEach
  void aPlanThatIsCarriedOut() throws Exception {
    repository = Files.createDirectories(folder.resolve("shop"));
    git("init", "-q", "-b", "main");
    git("config", "user.name", "Ana");
    git("config", "user.email", "ana@example.org");
    Files.writeString(repository.resolve("a.txt"), "one\n");
    Files.writeString(repository.resolve("ten.txt"), TEN);
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    String work =
        "echo plan >> a.txt; echo new > new.txt;"
            + " sed -e 's/^1$/one/' -e 's/^10$/ten/' ten.txt > t; mv t ten.txt";
    assertThat(cli("").run("run", "change it", "--exec", work).exitCode()).isEqualTo(4);
  }

  private TestCli cli(String answers) {
    return new TestCli(repository)
        .variable("CLEVERAGENTS_HOME", folder.resolve("data").toString())
        .answering(answers);
  }

  private Run choose(String answers) {
    return cli(answers).onTerminal().run("plan", "apply", "--choose", "--format", "plain");
  }

  private String git(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("git", "-C", repository.toString()));
    line.addAll(List.of(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said.strip();
  }

  private String read(String path) throws IOException {
    return Files.readString(repository.resolve(path));
  }

  private String applied() throws Exception {
    return git("diff", "--name-only", "HEAD^", "HEAD").replace('\n', ' ');
  }

  @Test
  void eachHunkIsAskedForAndOnlyTheChosenOnesAreApplied() throws Exception {
    Run run = choose("n\ny\n?\nn\ny\n");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("(2/2) Apply this hunk to ten.txt");
    assertThat(run.out()).contains("d - do not apply this", "+ten");
    assertThat(applied()).isEqualTo("new.txt ten.txt");
    assertThat(read("ten.txt")).isEqualTo(TEN.replace("10", "ten"));
    assertThat(run.out()).contains("rest in");
  }

  @Test
  void theLettersMeanWhatTheyMeanToGit() throws Exception {
    assertThat(choose("n\nn\na\n").exitCode()).isZero();
    assertThat(applied()).isEqualTo("ten.txt");
    assertThat(read("ten.txt")).isEqualTo(TEN.replace("1\n2", "one\n2").replace("10", "ten"));
    assertThat(choose("y\nq\n").exitCode()).isZero();
    assertThat(applied()).isEqualTo("a.txt");
  }

  @Test
  void whoChoosesNothingOrCannotBeAskedChangesNothing() throws Exception {
    assertThat(choose("n\nn\nd\n").exitCode()).isEqualTo(1);
    assertThat(choose("").err()).contains("Nothing was chosen");
    Run alone = cli("").run("plan", "apply", "--choose");
    assertThat(alone.exitCode()).isEqualTo(2);
    assertThat(alone.err()).contains("--only");
    assertThat(git("rev-list", "--count", "HEAD")).isEqualTo("1");
    Run both = cli("").run("plan", "apply", "--choose", "--only", "a.txt");
    assertThat(both.exitCode()).isEqualTo(2);
  }
}
