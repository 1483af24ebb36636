package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.sandbox.CommandBounds;
import dev.cleveragents.engine.sandbox.Sandbox;
import dev.cleveragents.engine.sandbox.SandboxFiles;
import dev.cleveragents.engine.sandbox.SandboxFiles.Thing;
import dev.cleveragents.engine.sandbox.SandboxGroup;
import dev.cleveragents.exec.CannotStartException;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.Ending;
import dev.cleveragents.exec.HeadAndTail;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The built-in tools. Every path goes through {@link SandboxFiles}, so that none leaves the
 * sandbox; a command ends with all processes it started, and writes no further than its bounds. A
 * tool that cannot do what it was asked says so in its result; only a cancelled run throws.
 */
public final class Tools {

  /** How much of what a command prints is kept: the first and the last half. */
  static final int KEPT_BYTES = 256 * 1024;

  private final CommandRunner runner;
  private final CommandBounds bounds;

  public Tools(CommandRunner runner, CommandBounds bounds) {
    this.runner = runner;
    this.bounds = bounds;
  }

  /** What its commands may write. */
  public CommandBounds bounds() {
    return bounds;
  }

  /**
   * Does what is asked for, in that sandbox; a command may write into all sandboxes of its plan.
   *
   * @param group the sandboxes of the plan, that one among them
   * @throws CancelledException if the token was cancelled; what was changed by then stays
   */
  public ToolResult run(ToolCall call, SandboxGroup group, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    token.throwIfCancelled();
    try {
      return switch (call) {
        case ToolCall.Write write -> write(write, sandbox.files());
        case ToolCall.Edit edit -> edit(edit, sandbox.files());
        case ToolCall.Delete(String path) -> delete(path, sandbox.files());
        case ToolCall.Move move -> move(move, sandbox.files());
        case ToolCall.Run run -> command(run, group, sandbox, token);
      };
    } catch (IOException e) {
      return ToolResult.failed("%s failed: %s".formatted(call.describe(), e));
    }
  }

  private static ToolResult write(ToolCall.Write call, SandboxFiles files) throws IOException {
    if (files.at(call.path()) == Thing.FOLDER) {
      return ToolResult.failed(call.path() + " is a folder; nothing was written");
    }
    files.write(call.path(), call.content().getBytes(StandardCharsets.UTF_8), call.executable());
    return ToolResult.done("wrote " + call.path());
  }

  private static ToolResult edit(ToolCall.Edit call, SandboxFiles files) throws IOException {
    if (files.at(call.path()) != Thing.FILE) {
      return ToolResult.failed("There is no file %s to edit".formatted(call.path()));
    }
    return switch (Replacing.in(files.read(call.path()), call)) {
      case Replacing.Impossible(String why) -> ToolResult.failed(why);
      case Replacing.Done(byte[] bytes) -> {
        files.replace(call.path(), bytes);
        yield ToolResult.done("edited " + call.path());
      }
    };
  }

  private static ToolResult delete(String path, SandboxFiles files) throws IOException {
    if (files.at(path) == Thing.FOLDER) {
      return ToolResult.failed(path + " is a folder; delete its files");
    }
    return files.delete(path)
        ? ToolResult.done("deleted " + path)
        : ToolResult.failed("There is no file %s to delete".formatted(path));
  }

  private static ToolResult move(ToolCall.Move call, SandboxFiles files) throws IOException {
    if (files.at(call.from()) == Thing.NOTHING) {
      return ToolResult.failed("There is no file %s to move".formatted(call.from()));
    }
    if (files.at(call.to()) != Thing.NOTHING) {
      return ToolResult.failed("%s is there already; nothing was moved".formatted(call.to()));
    }
    files.move(call.from(), call.to());
    return ToolResult.done("moved %s to %s".formatted(call.from(), call.to()));
  }

  private ToolResult command(
      ToolCall.Run call, SandboxGroup group, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    HeadAndTail printed = new HeadAndTail(KEPT_BYTES);
    Command command =
        Command.shellInOneStream(call.line())
            .withDirectory(sandbox.directory())
            .withVariables(call.variables())
            .withInherited(call.passedOn().toArray(String[]::new))
            .withDeadline(call.deadline())
            .withKeptBytes(0)
            .withLive((_, bytes) -> printed.add(bytes));
    try {
      return result(
          runner.run(bounds.around(command, group.all()), token), printed.captured().text());
    } catch (CannotStartException e) {
      return ToolResult.failed(String.valueOf(e.getMessage()));
    }
  }

  private static ToolResult result(CommandResult result, String printed) {
    return switch (result.ending()) {
      case Ending.Exited(int code) when code == 0 ->
          new ToolResult(true, false, "exit code 0", printed, result.took());
      case Ending.Exited(int code) ->
          new ToolResult(false, false, "exit code " + code, printed, result.took());
      case Ending.DeadlinePassed(Duration deadline) ->
          new ToolResult(
              false,
              true,
              "not done within %d s; ended".formatted(deadline.toSeconds()),
              printed,
              result.took());
      case Ending.Cancelled(CancellationCause cause) -> throw new CancelledException(cause);
    };
  }
}
