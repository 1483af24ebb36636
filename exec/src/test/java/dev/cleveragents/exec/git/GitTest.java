package dev.cleveragents.exec.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Git with the same surroundings for every call. */
class GitTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path folder;
  private Git git;

  @BeforeEach
  void open() throws Exception {
    CommandRunner runner =
        new CommandRunner(ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system());
    git = new Git(runner, folder);
    GitRepository.init(folder);
  }

  @Test
  void whatGitPrintsComesBackAsBytesTextAndItems() throws Exception {
    Files.writeString(folder.resolve("a\nb"), "1");
    Files.writeString(folder.resolve("ü"), "2");
    git.run(List.of("add", "-A"), GO);

    assertThat(git.items(GO, "ls-files", "-z")).containsExactlyInAnyOrder("a\nb", "ü");
    assertThat(git.count(GO, "ls-files", "-z")).isEqualTo(2);
    assertThat(git.text(GO, "symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
    byte[] input = {0, '\r', '\n', (byte) 0xff};
    String object =
        new String(
                git.run(List.of("hash-object", "-w", "--stdin"), input, GO), StandardCharsets.UTF_8)
            .strip();
    assertThat(git.run(List.of("cat-file", "blob", object), GO)).isEqualTo(input);
    assertThat(git.directory()).isEqualTo(folder);
  }

  @Test
  void noProgramIsTakenFromTheFilesThatGitWorksOn() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String name : List.of("git", "cat")) {
      Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\necho from here\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
    Git there = git.with("PATH", "bin::" + System.getenv("PATH"));

    assertThat(there.text(GO, "rev-parse", "--is-inside-work-tree")).isEqualTo("true");
    assertThat(there.text(GO, "-c", "alias.x=!cat", "x")).isEmpty();
    assertThat(git.with("PATH", "bin").text(GO, "rev-parse", "--is-bare-repository"))
        .isEqualTo("false");
  }

  @Test
  void aKilledGitHasGivenNoAnswer() {
    String line = "alias.die=!kill -9 $PPID; sleep 9";

    assertThatThrownBy(() -> git.ask(GO, "-c", line, "die"))
        .isInstanceOfSatisfying(
            GitException.class,
            e -> {
              assertThat(e.exitCode()).isEmpty();
              assertThat(e.reason()).isEqualTo(e.getMessage());
            })
        .hasMessage("'git die' was ended in %s: signal 9 killed it", folder);
    assertThatThrownBy(() -> git.count(GO, "-c", line, "die"))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("signal 9");
  }

  @Test
  void whatGitRefusesSaysWhereAndWhy() {
    assertThatThrownBy(
            () -> git.run(List.of("-c", "a.b=c", "rev-parse", "--verify", "nothing"), GO))
        .isInstanceOfSatisfying(
            GitException.class,
            e -> {
              assertThat(e.exitCode()).hasValue(128);
              assertThat(e.reason()).contains("Needed a single revision");
            })
        .hasMessageContaining("'git rev-parse' failed in " + folder);
    assertThatThrownBy(() -> git.count(GO, "ls-files", "--no-such-option"))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("no-such-option");
  }

  @Test
  void aFullDiskIsNamedWithWhatToDo() {
    String line =
        "alias.full=!echo 'error: unable to write file a: No space left on device' >&2; exit 128 #";
    assertThatThrownBy(() -> git.run(List.of("-c", line, "full"), GO))
        .hasMessageStartingWith("The disk of " + folder + " is full: 'git full' failed.")
        .hasMessageEndingWith("Free some space, then repeat the command");
  }

  @Test
  void thatGitFailsMayBeAnAnswer() throws Exception {
    Git.Answer answer = git.ask(GO, "rev-parse", "--verify", "--quiet", "HEAD");

    assertThat(answer.succeeded()).isFalse();
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(git.ask(GO, "rev-parse", "--is-bare-repository").text()).isEqualTo("false");
    assertThatThrownBy(() -> git.run(List.of("rev-parse", "--verify", "--quiet", "HEAD"), GO))
        .hasMessageContaining("no reason and exit code 1");
  }

  @Test
  void passwordsInAddressesAreNotRepeated() {
    assertThatThrownBy(() -> git.text(GO, "fetch", "http://me:secret@127.0.0.1:1/x.git"))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("http://127.0.0.1:1")
        .hasMessageNotContaining("secret");
  }

  @Test
  void noHookRuns() throws Exception {
    Path hooks = Files.createDirectories(folder.resolve(".git/hooks"));
    for (String hook : List.of("pre-commit", "reference-transaction", "post-index-change")) {
      Files.writeString(hooks.resolve(hook), "#!/bin/sh\ntouch " + folder + "/ran\n");
      Files.setPosixFilePermissions(
          hooks.resolve(hook), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    git.run(List.of("commit", "-q", "--allow-empty", "-m", "x"), GO);

    assertThat(folder.resolve("ran")).doesNotExist();
  }

  @Test
  void gitNeverPrompts() {
    assertThatThrownBy(() -> git.run(List.of("commit", "--allow-empty"), GO))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("editor");
  }

  @Test
  void readingLeavesTheIndexAsItIs() throws Exception {
    Files.writeString(folder.resolve("a"), "1");
    git.run(List.of("add", "a"), GO);
    Files.setLastModifiedTime(folder.resolve("a"), FileTime.fromMillis(1_000_000));
    byte[] index = Files.readAllBytes(folder.resolve(".git/index"));

    git.run(List.of("status", "--porcelain"), GO);

    assertThat(Files.readAllBytes(folder.resolve(".git/index"))).isEqualTo(index);
  }

  @Test
  void theUsersConfigurationCanBeLeftOut() throws Exception {
    Path config = Files.writeString(folder.resolve("config"), "[x]\n\ty = mine\n");
    Git with = git.with("GIT_CONFIG_GLOBAL", config.toString());

    assertThat(with.text(GO, "config", "x.y")).isEqualTo("mine");
    assertThat(with.withoutUserConfiguration().ask(GO, "config", "x.y").succeeded()).isFalse();
  }

  @Test
  void anotherIndexAndAnotherRepositoryCanBeUsed() throws Exception {
    Files.writeString(folder.resolve("a"), "1");
    Git other = git.withIndex(folder.resolve(".git/other"));
    other.run(List.of("add", "a"), GO);
    assertThat(git.items(GO, "ls-files", "-z")).isEmpty();
    assertThat(other.items(GO, "ls-files", "-z")).containsExactly("a");

    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Git from = git.in(elsewhere).withRepository(folder.resolve(".git"), folder);
    assertThat(from.text(GO, "rev-parse", "--show-toplevel")).isEqualTo(folder.toRealPath() + "");
  }

  @Test
  void aCallThatTakesTooLongOrSaysTooMuchIsEnded() throws Exception {
    git.run(List.of("config", "alias.wait", "!sleep 600"), GO);
    git.run(List.of("config", "alias.talk", "!head -c 100000 /dev/zero"), GO);

    assertThatThrownBy(() -> git.withDeadline(Duration.ofMillis(200)).run(List.of("wait"), GO))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("'git wait' was ended");
    assertThatThrownBy(() -> git.withMostBytes(99_999).run(List.of("talk"), GO))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("more than 99999 bytes");
    assertThat(git.withMostBytes(100_000).run(List.of("talk"), GO)).hasSize(100_000);
    assertThat(git.withMostBytes(1).count(GO, "talk")).isEqualTo(100_000);
  }

  @Test
  void aCancelledCallIsNotMade() {
    try (CancellationSource source = new CancellationSource()) {
      source.cancel(CancellationCause.requested("no more"));

      assertThatThrownBy(() -> git.text(source.token(), "version"))
          .isInstanceOf(CancelledException.class);
    }
  }

  @Test
  void aNameThatIsNotUtf8IsAnErrorUnlessOneLooksAway() {
    byte[] output = {'c', 'a', 'f', (byte) 0xe9, 0, 'x', 0};

    assertThatThrownBy(() -> Git.split(output))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("caf")
        .hasMessageContaining("not UTF-8");
    assertThat(Git.splitLeniently(output)).containsExactly("caf\uFFFD", "x");
  }

  @Test
  void aMissingDirectoryIsAnErrorOfGit() {
    assertThatThrownBy(() -> git.in(folder.resolve("missing")).text(GO, "version"))
        .isInstanceOf(GitException.class)
        .hasMessageContaining("does not exist");
  }
}
