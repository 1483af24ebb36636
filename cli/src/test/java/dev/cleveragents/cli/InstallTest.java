package dev.cleveragents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.cli.TestCli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallTest {

  @TempDir private Path home;
  private Path link;
  private Path script;

  @BeforeEach
  void aScriptToLinkTo() throws IOException {
    link = home.resolve(".local/bin/agents");
    script = Files.createFile(home.resolve("the script"));
  }

  private Run install(String... more) {
    String[] arguments = new String[more.length + 1];
    arguments[0] = "install";
    System.arraycopy(more, 0, arguments, 1, more.length);
    return new TestCli(home)
        .launchedBy(script)
        .variable("PATH", "/usr/bin:" + link.getParent() + "/")
        .run(arguments);
  }

  @Test
  void theLinkLeadsToTheScript() throws IOException {
    Run run = install("--json");

    assertThat(Files.readSymbolicLink(link)).isEqualTo(script);
    assertThat(run.json().path("data").path("created").booleanValue()).isTrue();
    assertThat(run.json().path("data").path("on_path").booleanValue()).isTrue();
    assertThat(run.json().path("status").textValue()).isEqualTo("ok");
  }

  @Test
  void aSecondTimeChangesNothing() throws IOException {
    install();
    Run again = install();

    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).startsWith("Already linked: ");
    assertThat(Files.readSymbolicLink(link)).isEqualTo(script);
  }

  @Test
  void aForeignFileIsLeftAlone() throws IOException {
    Files.createDirectories(link.getParent());
    Files.writeString(link, "mine");

    Run run = install();

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err()).contains(link + " already exists");
    assertThat(link).hasContent("mine");
  }

  @Test
  void aForeignLinkIsLeftAlone() throws IOException {
    Path other = Files.createFile(home.resolve("other"));
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, other);

    assertThat(install().exitCode()).isEqualTo(4);
    assertThat(Files.readSymbolicLink(link)).isEqualTo(other);
  }

  @Test
  void aDanglingLinkIsReplaced() throws IOException {
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, home.resolve("moved away"));

    assertThat(install().exitCode()).isZero();
    assertThat(Files.readSymbolicLink(link)).isEqualTo(script);
  }

  @Test
  void aFolderThatCannotBeMadeIsAFailure() throws IOException {
    Files.writeString(home.resolve(".local"), "in the way");

    Run run = install();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Cannot create the link " + link);
  }

  @Test
  void aFolderThatIsNotOnThePathIsAWarningWithTheLineToAdd() {
    Run run = new TestCli(home).launchedBy(script).run("install");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .startsWith("warning: ")
        .contains("export PATH=\"" + link.getParent() + ":$PATH\"");
  }

  @Test
  void withoutTheScriptThereIsNothingToLinkTo() {
    Run run = new TestCli(home).run("install");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Java was started directly", "next: ./agents install");
  }
}
