package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goals, commands and file contents are stored in the home folder: only its owner reads them. */
class FilePermissionsTest {

  private static final Set<PosixFilePermission> OPEN_FOLDER =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final Set<PosixFilePermission> OPEN_FILE =
      PosixFilePermissions.fromString("rw-r--r--");

  @TempDir private Path user;
  private Path home;
  private TestCli cli;

  @BeforeEach
  void openToAll() throws IOException {
    Files.setPosixFilePermissions(user, OPEN_FOLDER);
    home = user.resolve("outer/home");
    cli = new TestCli(user).variable("CLEVERAGENTS_HOME", home.toString());
  }

  @Test
  void theHomeFolderAndEverythingInItAreMadeForTheOwnerAlone() throws IOException {
    assertThat(cli.run("config", "set", "format", "plain").exitCode()).isZero();
    assertPrivate();
    assertThat(cli.run("job", "add", "--exec", "true").exitCode()).isZero();
    assertPrivate();
    assertThat(cli.run("context", "search", "something").exitCode()).isZero();
    Path backup = home.resolve("backup.zip");
    assertThat(cli.run("backup", backup.toString()).exitCode()).isZero();
    assertPrivate();
    assertThat(cli.run("restore", backup.toString(), "--force").exitCode()).isZero();
    assertThat(cli.run("audit", "export", home.resolve("audit.jsonl").toString()).exitCode())
        .isZero();

    assertPrivate();
    assertThat(home.resolve("cleveragents.db")).exists();
    assertThat(home.resolve("context")).isDirectory();
    assertThat(home.resolve("audit.jsonl")).exists();
  }

  @Test
  void theNextOpeningRepairsWhatOthersCouldRead() throws IOException {
    cli.run("config", "set", "format", "plain");
    cli.run("job", "add", "--exec", "true");
    cli.run("context", "search", "something");
    openToOthers();

    assertThat(cli.run("job", "list").exitCode()).isZero();

    assertPrivate();
  }

  @Test
  void diagnosticsTellsWhatItFoundAndRepaired() throws IOException {
    cli.run("job", "add", "--exec", "true");
    openToOthers();

    JsonNode repaired = permissions();
    JsonNode after = permissions();

    assertThat(repaired.path("state").asText()).isEqualTo("repaired");
    assertThat(repaired.path("paths"))
        .extracting(it -> it.path("path").asText())
        .contains(home.toString(), home.resolve("cleveragents.db").toString());
    assertThat(after.path("state").asText()).isEqualTo("ok");
    assertThat(after.path("paths")).isEmpty();
    assertPrivate();
  }

  @Test
  void aFolderThatIsSharedOnPurposeIsLeftAndReported() throws IOException {
    Files.createDirectories(home);
    Files.setAttribute(home, "unix:mode", 01777);

    JsonNode found = permissions();

    assertThat(found.path("state").asText()).isEqualTo("cannot");
    assertThat(found.path("paths").path(0).path("path").asText()).isEqualTo(home.toString());
    assertThat(found.path("paths").path(0).path("why").asText()).contains("sticky");
    assertThat(Files.getPosixFilePermissions(home)).hasSize(9);
    assertThat(cli.run("diagnostics").out()).contains("permissions").contains("sticky");
  }

  private JsonNode permissions() {
    return cli.run("diagnostics", "--json").json().path("data").path("permissions");
  }

  private void openToOthers() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      for (Path path : all.toList()) {
        Files.setPosixFilePermissions(path, Files.isDirectory(path) ? OPEN_FOLDER : OPEN_FILE);
      }
    }
  }

  /** No path in the home folder can be reached or read by others. */
  private void assertPrivate() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
        .isEqualTo("rwx------");
    try (Stream<Path> all = Files.list(home)) {
      assertThat(all)
          .isNotEmpty()
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    }
  }
}
