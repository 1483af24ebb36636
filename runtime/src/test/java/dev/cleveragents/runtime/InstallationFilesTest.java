package dev.cleveragents.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.runtime.InstallationFiles.Finding;
import dev.cleveragents.runtime.InstallationFiles.State;
import dev.cleveragents.workspace.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only the installation's own files lose the permissions of other users. */
class InstallationFilesTest {

  private static final List<String> STORE =
      List.of(
          "db",
          "db-wal",
          "db-shm",
          "db-journal",
          "db.open",
          "db.migrating",
          "db.before-restore-1767225600000",
          "db.before-restore-1767225600000-wal");

  @TempDir private Path user;
  private Path home;

  @BeforeEach
  void makeHome() throws IOException {
    Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("rwxr-xr-x"));
    home = openFolder("home");
  }

  @Test
  void theStoreItsLogsLocksAndReplacedFilesAreSecured() throws IOException {
    for (String name : STORE) {
      openFile(user.resolve(name));
    }

    secure("db");

    assertThat(STORE)
        .allSatisfy(name -> assertThat(mode(user.resolve(name))).isEqualTo("rw-------"));
  }

  @Test
  void filesWhoseNamesOnlyBeginLikeTheStoreKeepTheirPermissions() throws IOException {
    openFile(user.resolve("db"));
    Path letters = openFile(user.resolve("db-letters.txt"));
    Path logs = openFile(user.resolve("db-wal.txt"));
    Path old = openFile(user.resolve("db.before-restore-me"));
    Path folder = openFolder("db.d");

    InstallationFiles files = secure("db");

    assertThat(List.of(letters, logs, old))
        .allSatisfy(path -> assertThat(mode(path)).isEqualTo("rw-r--r--"));
    assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
    assertThat(files.findings())
        .extracting(Finding::path)
        .containsExactlyInAnyOrder(home, user.resolve("db"));
  }

  @Test
  void inTheHomeFolderOnlyKnownNamesAreSecured() throws IOException {
    Path config = openFile(home.resolve("config.toml"));
    Path replaced = openFile(home.resolve("config.toml.before-restore-1767225600000"));
    Path context = openFolder("home/context");
    Path sandboxes = openFolder("home/sandboxes");
    Path example = openFile(home.resolve("config.toml.example"));
    Path notes = openFolder("home/context-notes");

    secure("db");

    assertThat(mode(home)).isEqualTo("rwx------");
    assertThat(mode(config)).isEqualTo("rw-------");
    assertThat(mode(replaced)).isEqualTo("rw-------");
    assertThat(mode(context)).isEqualTo("rwx------");
    assertThat(mode(sandboxes)).isEqualTo("rwx------");
    assertThat(mode(example)).isEqualTo("rw-r--r--");
    assertThat(mode(notes)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void theTargetOfALinkKeepsItsPermissionsAndIsReported() throws IOException {
    Path shared = openFolder("shared");
    Path link = Files.createSymbolicLink(home.resolve("context"), shared);
    Path elsewhere = openFile(user.resolve("elsewhere.db"));
    Path store = Files.createSymbolicLink(user.resolve("db"), elsewhere);

    InstallationFiles files = secure("db");

    assertThat(mode(shared)).isEqualTo("rwxr-xr-x");
    assertThat(mode(elsewhere)).isEqualTo("rw-r--r--");
    assertThat(files.state()).isEqualTo(State.CANNOT);
    assertThat(files.findings())
        .filteredOn(it -> it.why() != null)
        .allSatisfy(it -> assertThat(it.why()).contains("symbolic link"))
        .extracting(Finding::path)
        .containsExactlyInAnyOrder(link, store);
  }

  @Test
  void aLinkToAPrivateFolderIsNoFinding() throws IOException {
    Path own = openFolder("own");
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(home.resolve("context"), own);
    Files.createSymbolicLink(home.resolve("sandboxes"), user.resolve("gone"));
    secure("db");

    assertThat(secure("db").state()).isEqualTo(State.OK);
  }

  @Test
  void aFolderWithOtherFilesIsNoHome() throws IOException {
    Files.createDirectory(home.resolve("src"));
    assertThatThrownBy(() -> CleverAgents.open(Config.inHome(home)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("cannot be the home of CleverAgents");
    assertThat(mode(home)).isEqualTo("rwxr-xr-x");
    assertThat(home).isDirectoryNotContaining("glob:**/audit");

    Files.createFile(home.resolve("config.toml"));
    InstallationFiles.requireHome(home);
    InstallationFiles.requireHome(user.resolve("none"));
  }

  private InstallationFiles secure(String store) {
    return InstallationFiles.secure(home, Optional.of(user.resolve(store)));
  }

  private Path openFolder(String name) throws IOException {
    Path folder = Files.createDirectories(user.resolve(name));
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path openFile(Path file) throws IOException {
    Files.writeString(file, "text");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
