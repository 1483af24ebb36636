package dev.cleveragents.workspace.sandbox.tree;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.WorkspaceFixture;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobStoreTest {

  @TempDir private Path folder;
  private Git git;
  private String object;

  @BeforeEach
  void aRepositoryWithOneObject() throws Exception {
    GitRepository repository = GitRepository.init(folder.resolve("repository"));
    git = new Git(WorkspaceFixture.RUNNER, repository.directory());
    Map<String, String> written =
        blobs(git).write(Map.of("a", "text\n".getBytes(StandardCharsets.UTF_8)), GO);
    object = written.values().iterator().next();
  }

  private BlobStore blobs(Git git) {
    return new BlobStore(git, folder.resolve("scratch"), BlobStore.MOST_BYTES);
  }

  @Test
  void exactBytesAreRead() throws Exception {
    assertThat(blobs(git).read(List.of(object), GO).get(object)).asString().isEqualTo("text\n");
  }

  @Test
  void largeContentsAreReadWhole() throws Exception {
    byte[] content = new byte[3 << 20];
    Map<String, String> written = blobs(git).write(Map.of("large", content), GO);
    String large = written.values().iterator().next();

    assertThat(blobs(git).read(List.of(large, object), GO))
        .containsOnlyKeys(large, object)
        .containsEntry(large, content);
  }

  @Test
  void filesThatGrowTooLargeTogetherAreRefused() {
    BlobStore few = new BlobStore(git, folder.resolve("scratch"), 4);

    assertThatThrownBy(() -> few.read(List.of(object), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("more than");
  }

  /** As beside a clean-up that removes the ledger: a look from outside holds no lock. */
  @Test
  void anObjectThatGoesAfterItsSizeWasToldIsSaidToBeUnreadable() throws Exception {
    Path shim = Files.createDirectory(folder.resolve("shim"));
    Path program = shim.resolve("git");
    Files.writeString(
        program,
        """
        #!/bin/sh
        PATH=${PATH#*:}
        git "$@"
        code=$?
        case "$*" in *--batch-check*) rm -rf .git/objects/??;; esac
        exit $code
        """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Git vanishing = git.with("PATH", shim + ":" + System.getenv("PATH"));
    // What is small is read without asking for its size.
    Map<String, String> written = blobs(git).write(Map.of("large", new byte[2 << 20]), GO);
    String large = written.values().iterator().next();

    assertThatThrownBy(() -> blobs(vanishing).read(List.of(large), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(large);
  }
}
