package dev.cleveragents.cli;

import dev.cleveragents.cli.output.Outcome;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.cli.settings.Environment;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/**
 * Shows a diff on a terminal page by page, with the program that git would use: {@code GIT_PAGER},
 * {@code core.pager}, {@code PAGER} or {@code less}. As from git, less ends at once if all of it
 * fits, and shows colours.
 */
final class Pager {

  private static final String LESS = "less";
  private static final String NONE = "cat";

  /** Runs a pager line by sh, as git does; exits with 127 if its program does not exist. */
  private static final String SCRIPT = "command -v ${1%% *} >/dev/null || exit 127; eval \"$1\"";

  private final Environment environment;

  Pager(Environment environment) {
    this.environment = environment;
  }

  /** Whether the outcome has a diff and there is a terminal to page it on. */
  boolean isFor(Outcome outcome) {
    return environment.terminal()
        && outcome instanceof Result result
        && result.page().blocks().stream().anyMatch(Page.Diff.class::isInstance);
  }

  /** Shows the text; false if there is no pager, and then nothing was shown. */
  boolean show(String text) {
    try {
      String line = line();
      if (line.isEmpty() || line.equals(NONE)) {
        return false;
      }
      ProcessBuilder pager =
          new ProcessBuilder("sh", "-c", SCRIPT, "sh", line)
              .directory(environment.workingDirectory().toFile())
              .redirectOutput(Redirect.INHERIT)
              .redirectError(Redirect.INHERIT);
      pager.environment().putIfAbsent("LESS", "FRX");
      pager.environment().putIfAbsent("LV", "-c");
      Process process = pager.start();
      boolean taken = hand(text, process);
      int code = process.waitFor();
      return taken || code == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The pager that git would use in this folder; less if git does not say. */
  private String line() throws IOException, InterruptedException {
    ProcessBuilder git =
        new ProcessBuilder("git", "var", "GIT_PAGER")
            .directory(environment.workingDirectory().toFile())
            .redirectError(Redirect.DISCARD);
    git.environment().clear();
    git.environment().putAll(environment.variables());
    Process process = git.start();
    process.getOutputStream().close();
    String line =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return process.waitFor() == 0 ? line : LESS;
  }

  /** False if the pager closed its end before all was written. */
  private static boolean hand(String text, Process process) {
    try (OutputStream to = process.getOutputStream()) {
      to.write(text.getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
