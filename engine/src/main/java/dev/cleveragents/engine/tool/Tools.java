package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.sandbox.Sandbox;
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
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The built-in tools. Every path goes through {@link Sandbox#resolve}, so that none leaves the
 * sandbox; a command ends with all processes it started. A tool that cannot do what it was asked
 * says so in its result; only a cancelled run throws.
 */
public final class Tools {

  /** How much of what a command prints is kept: the first and the last half. */
  static final int KEPT_BYTES = 256 * 1024;

  private final CommandRunner runner;

  public Tools(CommandRunner runner) {
    this.runner = runner;
  }

  /**
   * Does what is asked for, in that sandbox.
   *
   * @throws CancelledException if the token was cancelled; what was changed by then stays
   */
  public ToolResult run(ToolCall call, Sandbox sandbox, CancellationToken token)
      throws InterruptedException {
    token.throwIfCancelled();
    try {
      return switch (call) {
        case ToolCall.Write write -> write(write, sandbox);
        case ToolCall.Edit edit -> edit(edit, sandbox);
        case ToolCall.Delete(String path) -> delete(sandbox.resolve(path), path);
        case ToolCall.Move move -> move(move, sandbox);
        case ToolCall.Run run -> command(run, sandbox, token);
      };
    } catch (IOException e) {
      return ToolResult.failed("%s failed: %s".formatted(call.describe(), e));
    }
  }

  private static ToolResult write(ToolCall.Write call, Sandbox sandbox) throws IOException {
    Path file = sandbox.resolve(call.path());
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      return ToolResult.failed(call.path() + " is a folder; nothing was written");
    }
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.deleteIfExists(file);
    Files.writeString(file, call.content());
    if (call.executable()) {
      makeExecutable(file);
    }
    return ToolResult.done("wrote " + call.path());
  }

  private static void makeExecutable(Path file) throws IOException {
    Set<PosixFilePermission> may = new HashSet<>(Files.getPosixFilePermissions(file));
    may.add(PosixFilePermission.OWNER_EXECUTE);
    Files.setPosixFilePermissions(file, may);
  }

  private static ToolResult edit(ToolCall.Edit call, Sandbox sandbox) throws IOException {
    Path file = sandbox.resolve(call.path());
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return ToolResult.failed("There is no file %s to edit".formatted(call.path()));
    }
    // Bytes that are no UTF-8 pass through as they are.
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    String find = asBytesInText(call.find());
    int at = text.indexOf(find);
    if (find.isEmpty() || at < 0) {
      return ToolResult.failed("The text to replace is not in " + call.path());
    }
    if (text.indexOf(find, at + 1) >= 0) {
      return ToolResult.failed(
          "The text to replace stands more than once in %s; give more of what is around it"
              .formatted(call.path()));
    }
    Files.writeString(
        file,
        text.substring(0, at) + asBytesInText(call.replace()) + text.substring(at + find.length()),
        StandardCharsets.ISO_8859_1);
    return ToolResult.done("edited " + call.path());
  }

  private static String asBytesInText(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  private static ToolResult delete(Path file, String path) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      return ToolResult.failed(path + " is a folder; delete its files");
    }
    return Files.deleteIfExists(file)
        ? ToolResult.done("deleted " + path)
        : ToolResult.failed("There is no file %s to delete".formatted(path));
  }

  private static ToolResult move(ToolCall.Move call, Sandbox sandbox) throws IOException {
    Path from = sandbox.resolve(call.from());
    Path to = sandbox.resolve(call.to());
    if (!Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
      return ToolResult.failed("There is no file %s to move".formatted(call.from()));
    }
    if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
      return ToolResult.failed("%s is there already; nothing was moved".formatted(call.to()));
    }
    Path folder = to.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.move(from, to);
    return ToolResult.done("moved %s to %s".formatted(call.from(), call.to()));
  }

  private ToolResult command(ToolCall.Run call, Sandbox sandbox, CancellationToken token)
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
      return result(runner.run(command, token), printed.captured().text());
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
