package dev.cleveragents.engine.tool;

import static dev.cleveragents.workspace.sandbox.WorkspaceFixture.GO;

import dev.cleveragents.fixtures.GitRepository;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.Sandbox;
import dev.cleveragents.workspace.sandbox.SandboxGroup;
import dev.cleveragents.workspace.sandbox.WorkspaceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A sandbox of a repository, and calls of tools in it as models make them. */
final class ToolBench implements AutoCloseable {

  final GitRepository user;
  final Sandbox sandbox;
  private final WorkspaceFixture workspace;
  private final ToolContext context;

  ToolBench(Path folder, GitRepository user) throws Exception {
    this.user = user;
    this.workspace = new WorkspaceFixture(folder);
    this.sandbox = workspace.open(WorkspaceFixture.checkout(user));
    this.context =
        new ToolContext(
            new SandboxGroup(List.of(sandbox)),
            sandbox,
            CommandEnvironment.within(Duration.ofMinutes(1)),
            new ConfinedCommands(WorkspaceFixture.RUNNER, WorkspaceFixture.unconfined(folder)),
            GO);
  }

  /** What a model is answered: the message and the output, or why the call was refused. */
  String call(String tool, String arguments) throws Exception {
    try {
      ToolResult result =
          ToolCall.readJson(BuiltInTools.named(tool).orElseThrow(), arguments).run(context);
      return result.message() + "\n" + result.output();
    } catch (OperationException e) {
      return "refused: " + e.getMessage();
    }
  }

  ToolBench write(String path, String text) throws IOException {
    Path file = sandbox.directory().resolve(path);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
    return this;
  }

  String read(String path) throws IOException {
    return Files.readString(sandbox.directory().resolve(path));
  }

  boolean exists(String path) {
    return Files.exists(sandbox.directory().resolve(path));
  }

  @Override
  public void close() {
    workspace.close();
  }
}
