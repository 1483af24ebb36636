package dev.cleveragents.cli.command.model;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.actor.Prompts;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents prompt eject}: copies a prompt, for the user to change. */
@Command(
    name = "eject",
    description = "Copy a prompt into the home folder; agents then use your copy.",
    footer = "agents prompt eject execution")
final class PromptEjectCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the prompt; see 'agents prompt list'.")
  String name = "";

  @Override
  public Result run(CommandContext context) {
    String text = Prompts.shipped(name);
    Path file = PromptShowCommand.prompts(context).file(name);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              file + " already exists; nothing was written.",
              "Edit it, or remove it to use the shipped prompt.",
              null),
          e);
    } catch (IOException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED, "Cannot write %s: %s.".formatted(file, e.getMessage()), null, null),
          e);
    }
    return Result.ok(Data.of("file", file), Page.text("copied to " + file));
  }
}
