package dev.cleveragents.workspace.sandbox.tree;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.WorkspaceFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are too large to be recorded are refused before git has stored them. */
class BoundedAddTest {

  private static final List<String> ADD = List.of("add", "-A");

  @TempDir private Path folder;
  private Path files;
  private Git git;

  @BeforeEach
  void filesThatAreNewChangedAndIgnored() throws Exception {
    GitRepository repository =
        GitRepository.init(folder.resolve("files"))
            .write("kept.bin", "x".repeat(5 << 20))
            .write("changed.bin", "x")
            .write(".gitignore", "ignored.bin\n")
            .commit("first");
    files = repository.directory();
    git = new Git(WorkspaceFixture.RUNNER, files).with("PATH", slowAtFirst());
    Files.writeString(files.resolve("changed.bin"), "x".repeat(2 << 20));
    Files.writeString(files.resolve("new.bin"), "x".repeat(3 << 20));
    Files.writeString(files.resolve("ignored.bin"), "x".repeat(9 << 20));
  }

  /** A PATH with a git that takes for ever to add files, but only once. */
  private String slowAtFirst() throws Exception {
    Path shim = Files.createDirectory(folder.resolve("shim"));
    Path program =
        Files.writeString(
            shim.resolve("git"),
            """
            #!/bin/sh
            PATH=${PATH#*:}
            case "$*" in *"add "*) mkdir "${0%/*}/once" 2>/dev/null && exec sleep 300 ;; esac
            exec git "$@"
            """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return shim + ":" + System.getenv("PATH");
  }

  private BoundedAdd upTo(int megabytes) {
    return new BoundedAdd(
        git, files, files.resolve(".git/index"), (long) megabytes << 20, Duration.ofSeconds(1));
  }

  private NestedRepositories none() {
    return NestedRepositories.in(files.resolve(".git/index"), 20);
  }

  private String staged() throws Exception {
    return git.text(GO, "diff", "--cached", "--name-only");
  }

  @Test
  void moreThanTheLimitIsRefusedAndNothingIsAdded() throws Exception {
    assertThatThrownBy(() -> upTo(4).run(ADD, none(), GO))
        .isInstanceOfSatisfying(
            OperationException.class,
            it -> {
              assertThat(it)
                  .hasMessageContaining("hold 5 MB")
                  .hasMessageContaining("new.bin with 3 MB")
                  .hasMessageContaining("4 MB that can be recorded");
              assertThat(it.hint()).contains(".gitignore");
            });
    assertThat(staged()).isEmpty();
  }

  @Test
  void filesWithinTheLimitAreAddedThoughItTakesLong() throws Exception {
    upTo(5).run(ADD, none(), GO);
    assertThat(staged()).isEqualTo("changed.bin\nnew.bin");
  }

  @Test
  void aPipeInThePlaceOfRulesIsNamedInsteadOfWaitedFor() throws Exception {
    Path pipe = Files.createDirectory(files.resolve("deep")).resolve(".gitignore");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

    assertThatThrownBy(() -> upTo(5).run(ADD, none(), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("deep/.gitignore is a pipe");

    UnreadableRules.in(files).remove();
    upTo(5).run(ADD, none(), GO);
    assertThat(staged()).isEqualTo("changed.bin\nnew.bin");
  }

  @Test
  void onlyThePathsOfTheLineCount() throws Exception {
    List<String> add = List.of("add", "-A", "-f", "--", ".", ":(exclude,glob)**/ignored.bin");
    upTo(5).run(add, none(), GO);
    assertThat(staged()).isEqualTo("changed.bin\nnew.bin");
  }

  @Test
  void anErrorOfGitIsPassedOn() {
    assertThatThrownBy(() -> upTo(5).run(List.of("add", "--", "no-such-file"), none(), GO))
        .isInstanceOf(GitException.class);
  }
}
