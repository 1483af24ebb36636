package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.audit.EventFilter;
import dev.cleveragents.runtime.CleverAgents;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents audit export}: writes the log to a file as lines of JSON. */
@Command(
    name = "export",
    description = "Write the audit log to a file, one JSON object per line.",
    footer = "agents audit export audit.jsonl")
final class AuditExportCommand implements AgentsCommand {

  @Parameters(paramLabel = "FILE", description = "File to create; it must not exist.")
  Path file = Path.of("");

  @Option(names = "--force", description = "Overwrite an existing file.")
  boolean force;

  @Override
  public Result run(CommandContext context) {
    Path there = context.environment().workingDirectory().resolve(file).normalize();
    if (Files.exists(there) && !force) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              there + " already exists; nothing was written.",
              "Name another file, or use --force.",
              null));
    }
    return StoreAccess.read(
        context,
        agents -> {
          try {
            write(agents, there);
          } catch (IOException e) {
            throw new ProblemException(
                new Problem(
                    ExitCode.FAILED,
                    "Cannot write %s: %s.".formatted(there, e.getMessage()),
                    null,
                    null),
                e);
          }
          return Result.ok(Data.of("file", there), Page.text("written to " + there));
        });
  }

  /** Writes to a temporary file first, so that no reader finds half of it. */
  private static void write(CleverAgents agents, Path there) throws IOException {
    Path folder = there.toAbsolutePath().getParent();
    Path begun = Files.createTempFile(folder, ".audit", ".part");
    try {
      try (BufferedWriter writer = Files.newBufferedWriter(begun)) {
        agents.log().export(EventFilter.ALL, writer);
      }
      try (FileChannel channel = FileChannel.open(begun, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(begun, there, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(begun);
    }
  }
}
