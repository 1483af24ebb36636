package dev.cleveragents.workspace.sandbox;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.BindMount;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.resource.ResourceSettings;
import dev.cleveragents.workspace.sandbox.store.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that runs unconfined may mount a folder of the user's; it is never emptied. */
class MountedSandboxTest {

  @TempDir Path folder;
  private WorkspaceFixture fixture;
  private GitRepository user;
  private Path precious;

  @BeforeEach
  void open() throws Exception {
    fixture = new WorkspaceFixture(folder);
    user = UserFiles.sample(folder.resolve("user"));
    precious = Files.createDirectories(folder.resolve("precious"));
    for (int i = 1; i <= 3; i++) {
      Files.writeString(precious.resolve("file" + i), "only here");
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void removingASandboxNeverEmptiesAFolderThatIsMountedInIt() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    Path place = sandbox.directory().resolve("src/mnt");
    fixture.manager.errored(sandbox, fixture.lease);

    try (BindMount mount = BindMount.of(precious, place)) {
      OperationException refused =
          catchThrowableOfType(
              OperationException.class,
              () -> fixture.manager.remove(sandbox.id(), SandboxManager.Kept.UNWANTED));

      assertThat(precious).isDirectoryContaining("glob:**/file1");
      assertThat(precious.toFile().list()).hasSize(3);
      assertThat(sandbox.directory().resolve("README.md")).as("nothing was removed").exists();
      assertThat(fixture.manager.get(sandbox.id()).state()).isEqualTo(SandboxState.ERRORED);
      assertThat(refused).hasMessageContaining(mount.place() + " is a mount point");
      assertThat(refused.hint()).contains("umount " + mount.place());
    }

    fixture.manager.remove(sandbox.id(), SandboxManager.Kept.UNWANTED);

    assertThat(fixture.manager.get(sandbox.id()).state()).isEqualTo(SandboxState.REMOVED);
    assertThat(precious.toFile().list()).hasSize(3);
  }

  @Test
  void rollingBackNeverEmptiesAFolderThatIsMounted() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));

    for (String at : new String[] {"new/mnt", "src"}) {
      try (BindMount mount = BindMount.of(precious, sandbox.directory().resolve(at))) {
        assertThatThrownBy(() -> sandbox.restore(sandbox.baseTree(), GO))
            .isInstanceOf(OperationException.class)
            .hasMessageContaining(mount.place() + " is a mount point");

        assertThat(precious.toFile().list()).containsOnly("file1", "file2", "file3");
        assertThat(precious.resolve("file1")).hasContent("only here");
      }
    }
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  @Test
  void aSetUpCommandThatMountsAndFailsLosesNothing() throws Exception {
    BindMount.of(precious, folder.resolve("tried")).close();
    Path place = folder.resolve("place");
    ResourceSettings settings =
        new ResourceSettings(
            List.of(),
            "mkdir mnt && mount --bind '%s' mnt && pwd > '%s' && exit 1"
                .formatted(precious, place));
    try {
      assertThatThrownBy(() -> fixture.open(WorkspaceFixture.checkout(user, settings)))
          .hasMessageContaining("is a mount point");
      assertThat(precious.toFile().list()).hasSize(3);
    } finally {
      UserFiles.sh(folder, "umount \"$(cat '%s')/mnt\"".formatted(place));
    }
  }

  @Test
  void onlyTheOwnerMayReadASandbox() throws Exception {
    Sandbox sandbox = fixture.open(WorkspaceFixture.checkout(user));
    Path directory = fixture.manager.get(sandbox.id()).directory();

    for (Path each = directory; each != null && !each.equals(folder); each = each.getParent()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .as(each.toString())
          .isEqualTo("rwx------");
    }
  }
}
