package dev.cleveragents.exec.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Git runs unconfined, so each place that starts one is known not to run it in what plans write.
 */
class GitPlacesTest {

  private static final List<String> MODULES =
      List.of("cli", "runtime", "models", "engine", "workspace", "context");

  private static Stream<Path> sources(String module) {
    try (Stream<Path> all = Files.walk(Path.of("..", module, "src/main/java"))) {
      return all.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean has(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> with(String text) {
    return MODULES.stream()
        .flatMap(GitPlacesTest::sources)
        .filter(file -> has(file, text))
        .map(file -> file.getFileName().toString())
        .toList();
  }

  @Test
  void gitIsMadeForRepositoriesOfTheUserAndOfOursAlone() {
    assertThat(with("new Git("))
        .containsExactlyInAnyOrder(
            // The sample projects, before a plan works on them.
            "DemoProject.java",
            "ParallelProject.java",
            // Repositories of the user.
            "ProjectContext.java",
            "ResourceCheck.java",
            "KnownRepositories.java",
            "SandboxSources.java",
            "ApplyRecovery.java",
            "ApplyService.java",
            // The ledger of a sandbox, and the user's submodules.
            "SandboxFactory.java",
            "SandboxInventory.java");
  }

  @Test
  void onlyRepositoriesOfOursHaveOtherFiles() {
    assertThat(with(".withRepository("))
        .containsExactlyInAnyOrder(
            // An empty repository in the home, for rules of what to ignore.
            "GitIgnoreRules.java",
            // What we keep of plain directories.
            "KnownRepositories.java",
            "DirectorySource.java",
            // Beside the files of a sandbox.
            "SandboxRepository.java",
            "SandboxContents.java",
            "Submodules.java",
            "MergeRepository.java",
            "MergeSession.java");
  }
}
