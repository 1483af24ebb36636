package dev.cleveragents.context.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.project.AssemblyOptions;
import dev.cleveragents.context.project.ContextResources;
import dev.cleveragents.context.project.ProjectContext;
import dev.cleveragents.context.project.ProjectState;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A repository cloned without its blobs, of which only the top folder is checked out: the rest is
 * skipped, and nothing is downloaded to answer a question.
 */
class PartialCloneTest {

  private static final CancellationToken GO = CancellationToken.none();

  @TempDir Path temp;
  private GitRepository origin;
  private GitRepository clone;

  @BeforeEach
  void clonedWithoutBlobs() {
    origin = GitRepository.init(temp.resolve("origin"));
    origin.git("config", "uploadpack.allowFilter", "true");
    origin.git("config", "uploadpack.allowAnySHA1InWant", "true");
    origin.write("README", "the refund is explained here\n");
    origin.write("src/Refund.java", "class Refund { int refund() { return 1; } }\n");
    origin.write("src/Other.java", "class Other {}\n").commit("first");
    origin
        .write("src/Refund.java", "class Refund { int refund() { return 2; } }\n")
        .commit("twice");
    origin.git(
        "clone",
        "-q",
        "--filter=blob:none",
        "--sparse",
        origin.directory().toUri().toString(),
        temp.resolve("clone").toString());
    clone = new GitRepository(temp.resolve("clone"));
  }

  @Test
  void whatWasNotDownloadedIsSkippedAndCounted() throws Exception {
    Path away = Files.move(origin.directory(), temp.resolve("away"));
    try (ContextResources resources = ContextResources.standard();
        ProjectContext project =
            ProjectContext.open(clone.directory(), temp.resolve("state"), resources)) {
      project.update(Progress.NONE, GO);

      assertThat(project.status().files()).isEqualTo(1);
      assertThat(project.status().skipped()).isEqualTo(Map.of(SkipReason.ABSENT, 2));
      assertThat(project.assemble(ContextRequest.about("refund", 2_000), GO).text())
          .contains("explained here");
      assertThat(
              project
                  .assemble(
                      ContextRequest.about("refund", 2_000),
                      ProjectState.of("HEAD~1"),
                      AssemblyOptions.STANDARD,
                      GO)
                  .text())
          .contains("explained here");

      Files.move(away, origin.directory());
      clone.git("sparse-checkout", "disable");
      project.update(Progress.NONE, GO);

      assertThat(project.status().skipped()).isEmpty();
      assertThat(project.search("refund", 5)).hasSize(2);
    }
  }
}
