package dev.cleveragents.workspace.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that an actor names stay in the sandbox, or are refused. */
class SafePathsTest {

  @TempDir Path folder;
  private Path root;
  private SafePaths paths;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectories(folder.resolve("root")).toRealPath();
    Files.createDirectories(root.resolve("src"));
    Files.createDirectories(root.resolve(".git"));
    Files.createSymbolicLink(root.resolve("inside"), Path.of("src"));
    Files.createSymbolicLink(root.resolve("outside"), Path.of(".."));
    Files.createSymbolicLink(
        root.resolve("etc"), Files.createDirectory(folder.resolve("elsewhere")));
    Files.createSymbolicLink(root.resolve("dangling"), Path.of("../nowhere"));
    Files.createSymbolicLink(root.resolve("repository"), Path.of(".git"));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
    paths = new SafePaths(root, List.of("lib"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "src/a",
        "new/deep/file",
        "inside/a",
        "..a",
        "a..",
        "...",
        ".gitignore",
        ".github/x",
        "-dash",
        "ünï/🙂",
        "with\nline",
        "lib2",
        "a b",
        "C:",
        "a\\b"
      })
  void aPathInsideIsResolved(String path) {
    assertThat(paths.resolve(path)).isEqualTo(root.resolve(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/etc/passwd",
        "/",
        "..",
        "../x",
        "a/../../x",
        "a/..",
        ".",
        "./a",
        "a/./b",
        "a//b",
        "a/",
        ".git",
        ".git/config",
        ".GIT/config",
        ".Git/hooks/x",
        "sub/.git/config",
        ".git./x",
        ".git /x",
        "GIT~1/config",
        ".git::$INDEX_ALLOCATION/x",
        "a\0b",
        "outside/x",
        "outside",
        "etc/passwd",
        "etc",
        "dangling",
        "dangling/x",
        "repository/config",
        "loop/x",
        "lib",
        "lib/x",
        "C:\\windows",
        "c:/windows",
        "..\\x",
        "a\\..\\..\\x"
      })
  void aPathThatLeadsElsewhereIsRefused(String path) {
    assertThatThrownBy(() -> paths.resolve(path))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("was refused");
  }

  @Test
  void aPathOfMoreThanFourThousandCharactersIsRefused() {
    assertThat(paths.resolve("a/".repeat(1999) + "ab")).startsWithRaw(root);
    assertThatThrownBy(() -> paths.resolve("a/".repeat(2000) + "b"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("4000 characters");
  }
}
