package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.recovery.SandboxService.Exported;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.change.diff.Patch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code agents sandbox export}: the work in a sandbox as a patch, including unrecorded work. Reads
 * only, and is safe while a worker uses the sandbox.
 */
@Command(
    name = "export",
    description = {
      "Write the work in a sandbox as a patch for 'git apply', whether recorded or not.",
      "If the directory is gone, the patch holds the recorded steps."
    },
    footer = "agents sandbox export 8K4T --output work.patch")
final class SandboxExportCommand implements AgentsCommand {

  @Parameters(
      paramLabel = "SANDBOX",
      description =
          "Sandbox: id, its start or end, or the path of a directory unknown to the store.")
  String sandbox = "";

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "File to create instead of printing; it must not exist.")
  @Nullable Path output;

  @Override
  public Result run(CommandContext context) {
    Exported exported =
        StoreAccess.read(context, agents -> Interruptible.call(() -> exported(agents, context)));
    byte[] patch = Patch.of(exported.diffs());
    Data data =
        Data.of("from", exported.fromDirectory() ? "directory" : "store")
            .with("files", exported.diffs().stream().map(it -> it.change().path()).toList());
    List<Message> messages =
        exported.fromDirectory()
            ? List.of()
            : List.of(
                Message.warning(
                    "The directory is missing or unreadable; the patch holds the steps that the store has"
                        + " recorded."));
    if (output == null) {
      String text = new String(patch, StandardCharsets.UTF_8);
      if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), patch)) {
        throw new ProblemException(
            new Problem(
                ExitCode.USAGE,
                "The patch contains bytes that are not UTF-8 and cannot be printed unchanged.",
                "Write it to a file.",
                "agents sandbox export %s --output work.patch".formatted(sandbox)));
      }
      return new Result(ExitCode.OK, data.with("patch", text), Page.exact(text), messages);
    }
    Path there = context.environment().workingDirectory().resolve(output).normalize();
    write(there, patch);
    return new Result(
        ExitCode.OK,
        data.with("file", there),
        Page.text(
            exported.diffs().isEmpty()
                ? "no changes; %s is empty".formatted(there)
                : "written to %s; apply it with: git apply %s".formatted(there, there)),
        messages);
  }

  private Exported exported(CleverAgents agents, CommandContext context)
      throws InterruptedException {
    return sandbox.contains("/")
        ? agents
            .sandboxService()
            .export(
                context.environment().workingDirectory().resolve(sandbox).normalize(),
                context.interrupt())
        : agents.sandboxService().export(SandboxFinder.find(agents, sandbox), context.interrupt());
  }

  private static void write(Path there, byte[] patch) {
    try {
      Files.write(there, patch, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              there + " already exists; nothing was written.",
              "Name another file.",
              null),
          e);
    } catch (IOException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED, "Cannot write %s: %s.".formatted(there, e.getMessage()), null, null),
          e);
    }
  }
}
