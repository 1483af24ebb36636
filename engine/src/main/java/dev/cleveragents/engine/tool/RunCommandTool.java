package dev.cleveragents.engine.tool;

import dev.cleveragents.exec.CannotStartException;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandEnding;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.HeadAndTail;
import dev.cleveragents.kernel.cancel.CancellationCause;
import dev.cleveragents.kernel.cancel.CancelledException;
import dev.cleveragents.workspace.ShownDuration;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs a command line with {@code sh -c} in the sandbox. All processes that it started end with it,
 * and it writes no further than its bounds allow.
 */
public record RunCommandTool() implements Tool<RunCommandTool.Arguments> {

  /** How much output is kept: half from the head, half from the tail. */
  private static final int KEPT_BYTES = 256 * 1024;

  private static final String OFFLINE =
      ", run without the network (the profile's use_network does not allow it)";

  public record Arguments(
      @ToolArgument(value = "Command line, run with sh -c in the sandbox.", longest = 20_000)
          String command) {}

  public static ToolCall<Arguments> call(String command) {
    return new ToolCall<>(new RunCommandTool(), new Arguments(command));
  }

  @Override
  public String name() {
    return "run_command";
  }

  @Override
  public String scriptKey() {
    return "run";
  }

  @Override
  public String description() {
    return "Runs a command line.";
  }

  @Override
  public Class<Arguments> arguments() {
    return Arguments.class;
  }

  /** The text of a command does not tell which of these effects it has. */
  @Override
  public List<ToolEffect> effects() {
    return List.of(ToolEffect.RUN_COMMAND, ToolEffect.USE_NETWORK, ToolEffect.INSTALL_DEPENDENCY);
  }

  @Override
  public List<String> subjects(Arguments arguments) {
    return List.of(arguments.command());
  }

  @Override
  public String describe(Arguments arguments) {
    return "run " + arguments.command();
  }

  @Override
  public String preview(Arguments arguments, SandboxFiles files) {
    return arguments.command();
  }

  @Override
  public ToolResult run(Arguments arguments, ToolContext context) throws InterruptedException {
    HeadAndTail printed = new HeadAndTail(KEPT_BYTES);
    CommandEnvironment environment = context.environment();
    Path folder = context.sandbox().directory();
    if (!environment.folder().isEmpty()) {
      folder = context.sandbox().resolve(environment.folder());
      if (!Files.isDirectory(folder)) {
        return ToolResult.failed(
            "the folder %s, in which it is to run, is not in the sandbox any more"
                .formatted(environment.folder()));
      }
    }
    Command command =
        Command.shellInOneStream(arguments.command())
            .withDirectory(folder)
            .withVariables(environment.variables())
            .withInherited(environment.passedOn().toArray(String[]::new))
            .withDeadline(environment.deadline())
            .withKeptBytes(0)
            .withLive(
                (channel, bytes) -> {
                  printed.add(bytes);
                  context.live().received(channel, bytes);
                });
    try {
      CommandResult result = context.commands().run(command, context.group(), context.token());
      return result(result, printed.captured().text(), context.commands().areOffline());
    } catch (CannotStartException e) {
      return ToolResult.failed(String.valueOf(e.getMessage()));
    }
  }

  private static ToolResult result(CommandResult result, String printed, boolean offline) {
    return switch (result.ending()) {
      case CommandEnding.Exited(int code) ->
          new ToolResult(
              code == 0,
              false,
              "exit code " + code + (code != 0 && offline ? OFFLINE : ""),
              printed,
              result.took());
      case CommandEnding.DeadlinePassed(Duration deadline) ->
          new ToolResult(
              false,
              true,
              "not done within %s; ended".formatted(ShownDuration.of(deadline)),
              printed,
              result.took());
      case CommandEnding.Cancelled(CancellationCause cause) -> throw new CancelledException(cause);
    };
  }
}
