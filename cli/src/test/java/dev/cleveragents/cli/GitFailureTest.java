package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.cli.TestCli.Run;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors of commands when git fails. */
class GitFailureTest {

  @TempDir private Path folder;

  @Test
  void anUnreadableRepositoryIsAFailureAndTheAdvisedCommandExplainsIt() throws Exception {
    TestShop shop = TestShop.in(folder);
    assertThat(shop.cli().run("init").exitCode()).isZero();
    String commit = garbled(shop, "HEAD");

    Run run = shop.cli().run("context", "search", "one");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("error: 'git rev-parse' failed in " + shop.repository())
        .contains(commit)
        .endsWith(
            """
             is corrupt.
            hint: Run 'git status' and 'git fsck' there, then run this command again.
            next: agents diagnostics
            """);
    Run advised = shop.cli().run("diagnostics");
    assertThat(advised.exitCode()).isEqualTo(1);
    assertThat(advised.out()).containsPattern("resource shop: .*%s.* is corrupt".formatted(commit));
  }

  @Test
  void aPlanThatFailsOnADamagedFileSaysWhatToDoBeforeResuming() throws Exception {
    TestShop shop = TestShop.in(folder);
    String file = garbled(shop, "HEAD:a.txt");

    Run run = shop.cli().run("run", "b", "--exec", "echo b > b.txt", "--yes");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(file, "git fsck").contains("next: agents plan resume ");
  }

  /** Writes nonsense over an object; returns its id. */
  private static String garbled(TestShop shop, String what) throws Exception {
    String id = shop.git("rev-parse", what);
    Path object =
        shop.repository().resolve(".git/objects/" + id.substring(0, 2) + "/" + id.substring(2));
    assertThat(object.toFile().setWritable(true)).isTrue();
    Files.writeString(object, "garbled");
    return id;
  }

  @Test
  void withoutAnErrorOfGitTheHintDoesNotPointToTheRepository() {
    GitException e =
        catchThrowableOfType(
            GitException.class, () -> Git.split(new byte[] {'o', 'd', 'd', (byte) 0xff, 0}));

    Problem problem = Application.gitFailure(e);

    assertThat(problem.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(problem.message())
        .contains("is not UTF-8")
        .endsWith("rename the file, or have git ignore it.");
    assertThat(problem.hint()).isEqualTo("Fix that, then run this command again.");
    assertThat(problem.command()).isEqualTo("agents diagnostics");
  }
}
