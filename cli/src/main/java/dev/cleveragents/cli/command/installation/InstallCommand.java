package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Message;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.cli.settings.Environment;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * {@code agents install}: a link in {@code ~/.local/bin}, so that {@code agents} works in any
 * folder. Never replaces a foreign file: only a dangling link is replaced.
 */
@Command(
    name = "install",
    description = "Link this command into ~/.local/bin, to run it from any folder.",
    footer = "agents install")
final class InstallCommand implements AgentsCommand {

  @Override
  public Result run(CommandContext context) {
    Path launcher = context.environment().launcher();
    if (launcher == null) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "Nothing to link to: Java was started directly, not by the script 'agents'.",
              "Run the script that is in the project's folder.",
              "./agents install"));
    }
    Path folder = context.environment().userHome().resolve(".local/bin");
    Path link = folder.resolve("agents");
    boolean created = link(link, launcher);
    boolean onPath = isOnPath(folder, context.environment());
    Result result =
        Result.ok(
            Data.of("link", link)
                .with("target", launcher)
                .with("created", created)
                .with("on_path", onPath),
            Page.text((created ? "Linked " : "Already linked: ") + link + " -> " + launcher));
    return onPath ? result : result.withMessages(List.of(notOnPath(folder)));
  }

  private static boolean link(Path link, Path launcher) {
    try {
      if (Files.exists(link) && Files.isSameFile(link, launcher)) {
        return false;
      }
      Files.createDirectories(link.getParent());
      if (Files.isSymbolicLink(link) && Files.notExists(link)) {
        Files.delete(link);
      }
      Files.createSymbolicLink(link, launcher);
      return true;
    } catch (FileAlreadyExistsException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.CONFLICT,
              link + " already exists and is not a link to " + launcher + ".",
              "Move it away if it is not needed, then install again.",
              "agents install"),
          e);
    } catch (IOException e) {
      throw new ProblemException(
          new Problem(
              ExitCode.FAILED,
              "Cannot create the link " + link + ": " + e,
              "Make the folder writable, then install again.",
              "agents install"),
          e);
    }
  }

  private static boolean isOnPath(Path folder, Environment environment) {
    String path = environment.variable("PATH");
    return path != null
        && Arrays.stream(path.split(File.pathSeparator))
            .anyMatch(entry -> Path.of(entry).normalize().equals(folder));
  }

  private static Message notOnPath(Path folder) {
    return Message.warning(
        "%s is not on the PATH. Add this line to the start-up file of your shell: export PATH=\"%s:$PATH\""
            .formatted(folder, folder));
  }
}
