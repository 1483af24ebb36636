package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.cli.output.ProblemException;
import dev.cleveragents.engine.conflict.ConflictChoice;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import dev.cleveragents.workspace.merge.ConflictText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lets the user resolve a conflict in their editor. A text that is unchanged or still has a marker
 * is refused; a changed one is kept in its file.
 */
final class ConflictEditor {

  private final CleverAgents agents;
  private final Plan plan;
  private final CommandContext context;

  ConflictEditor(CleverAgents agents, Plan plan, CommandContext context) {
    this.agents = agents;
    this.plan = plan;
    this.context = context;
  }

  /** The contents that the user has made of a path in conflict. */
  ConflictChoice edit(String path) {
    String editor = editor();
    ConflictText text =
        Interruptible.call(
                () ->
                    agents
                        .plans()
                        .conflicts()
                        .text(plan, path, agents.sandboxes(), context.interrupt()))
            .orElseThrow(
                () ->
                    refused(
                        "The conflict in '%s' is not about lines of text.".formatted(path),
                        "Choose a side, or give the contents with --file.",
                        path));
    try {
      Path file = Files.createTempDirectory("agents-resolve-").resolve(Path.of(path).getFileName());
      Files.write(file, text.bytes());
      boolean ended = Interruptible.call(() -> run(editor, file));
      byte[] edited = Files.readAllBytes(file);
      if (Arrays.equals(edited, text.bytes())) {
        delete(file);
        throw refused("'%s' was not changed.".formatted(path), "Nothing was resolved.", path);
      }
      String kept = "Nothing was resolved; your text is kept in %s.".formatted(file);
      if (!ended) {
        throw refused("The editor failed: %s.".formatted(editor), kept, path);
      }
      if (text.isMarkedIn(edited)) {
        throw refused(
            "'%s' still has conflict markers.".formatted(path),
            kept + " Remove the markers, then resolve with --file.",
            path);
      }
      delete(file);
      return new ConflictChoice.Contents(edited);
    } catch (IOException e) {
      throw refused(
          "Cannot edit '%s': %s.".formatted(path, e.getMessage()), "Nothing was resolved.", path);
    }
  }

  private static void delete(Path file) throws IOException {
    Files.delete(file);
    Files.delete(file.toAbsolutePath().getParent());
  }

  private String editor() {
    @Nullable String visual = context.environment().variable("VISUAL");
    @Nullable String editor = visual == null ? context.environment().variable("EDITOR") : visual;
    if (editor == null || editor.isBlank()) {
      throw new ProblemException(
          new Problem(
              ExitCode.USAGE,
              "No editor: neither VISUAL nor EDITOR is set.",
              "Set one of them, or give the contents with --file.",
              "export EDITOR=vi"));
    }
    return editor;
  }

  /** Runs the editor on this terminal until it ends; whether it succeeded. */
  private static boolean run(String editor, Path file) throws InterruptedException {
    try {
      return new ProcessBuilder("/bin/sh", "-c", editor + " \"$1\"", "sh", file.toString())
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private ProblemException refused(String what, String hint, String path) {
    return new ProblemException(
        new Problem(
            ExitCode.CONFLICT,
            what,
            hint,
            "agents plan resolve %s %s --edit".formatted(DisplayText.shortId(plan.id()), path)));
  }
}
