package dev.cleveragents.engine.tool;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.UserFiles;
import dev.cleveragents.workspace.sandbox.WorkspaceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command did to the folder it ran in leads none of our own tools astray afterwards. */
class SandboxEscapeTest {

  @TempDir private Path folder;
  private WorkspaceFixture workshop;
  private GitRepository user;
  private Path outside;

  @BeforeEach
  void open() throws IOException {
    workshop = new WorkspaceFixture(folder);
    user = UserFiles.sample(folder.resolve("user"));
    outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("precious.txt"), "precious\n");
    Files.createDirectories(outside.resolve("sub"));
    Files.writeString(outside.resolve("sub/precious.txt"), "precious\n");
  }

  @AfterEach
  void close() {
    workshop.close();
  }

  @Test
  void aLinkInThePlaceOfAllFilesIsNeitherReadNorCleaned() throws Exception {
    Sandbox sandbox = workshop.open(WorkspaceFixture.checkout(user));
    Path files = sandbox.directory();
    UserFiles.sh(
        Objects.requireNonNull(files.getParent()),
        "mv '%1$s' away && ln -s '%2$s' '%1$s'".formatted(files.getFileName(), outside));
    Map<String, String> before = UserFiles.fingerprint(outside);
    assertThatThrownBy(() -> sandbox.look(GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("has become a link");
    assertThatThrownBy(() -> sandbox.restore(sandbox.baseTree(), GO))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("has become a link");
    assertThat(UserFiles.fingerprint(outside)).isEqualTo(before);
    Files.delete(files);
    Files.move(files.resolveSibling("away"), files);
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  @Test
  void aLinkAboveASubmoduleIsNoWayOut() throws Exception {
    GitRepository library = UserFiles.sample(folder.resolve("library"));
    user.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.directory().toString(),
        "libs/sub");
    user.commit("with a submodule");
    Sandbox sandbox = workshop.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(sandbox.directory(), "rm -r libs && ln -s '%s' libs".formatted(outside));
    Map<String, String> before = UserFiles.fingerprint(outside);
    sandbox.restore(sandbox.baseTree(), GO);
    assertThat(UserFiles.fingerprint(outside)).isEqualTo(before);
    assertThat(sandbox.look(GO)).isEqualTo(sandbox.baseTree());
  }

  @Test
  void toolsDoNotFollowWhatACommandLeft() throws Exception {
    Sandbox sandbox = workshop.open(WorkspaceFixture.checkout(user));
    UserFiles.sh(
        sandbox.directory(),
        "ln -s '%1$s' out; ln '%1$s/precious.txt' hard; ln -s '%1$s/precious.txt' soft"
            .formatted(outside));
    ToolContext context =
        new ToolContext(
            new SandboxGroup(List.of(sandbox)),
            sandbox,
            CommandEnvironment.within(Duration.ofMinutes(1)),
            new ConfinedCommands(WorkspaceFixture.RUNNER, WorkspaceFixture.unconfined(folder)),
            GO);
    Map<String, String> before = UserFiles.fingerprint(outside);
    for (ToolCall<?> call :
        List.of(
            write("out/new.txt"),
            edit("out/precious.txt", "lost"),
            new ToolCall<>(new DeleteFileTool(), new DeleteFileTool.Arguments("out/precious.txt")),
            move("out/precious.txt", "mine.txt"),
            move("README.md", "out/README.md"),
            write("soft"))) {
      assertThatThrownBy(() -> call.run(context)).isInstanceOf(OperationException.class);
    }
    assertThat(edit("hard", "ours").run(context).succeeded()).isTrue();
    assertThat(sandbox.directory().resolve("hard")).hasContent("ours\n");
    assertThat(UserFiles.fingerprint(outside)).isEqualTo(before);
  }

  private static ToolCall<?> write(String path) {
    return new ToolCall<>(new WriteFileTool(), new WriteFileTool.Arguments(path, "x", null, false));
  }

  private static ToolCall<?> edit(String path, String replacement) {
    return new ToolCall<>(
        new EditFileTool(), new EditFileTool.Arguments(path, "precious", replacement));
  }

  private static ToolCall<?> move(String from, String to) {
    return new ToolCall<>(new MoveFileTool(), new MoveFileTool.Arguments(from, to));
  }
}
