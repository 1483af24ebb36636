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
 * Shows a diff on a terminal page by page, with the program in {@code PAGER} or with {@code less},
 * which ends at once if all of it fits.
 */
final class Pager {

  private static final String STANDARD = "less -FRX";

  private final Environment environment;

  Pager(Environment environment) {
    this.environment = environment;
  }

  /** Whether the outcome has a diff and there is a terminal to page it on. */
  boolean isFor(Outcome outcome) {
    return environment.terminal()
        && !"cat".equals(environment.variable("PAGER"))
        && outcome instanceof Result result
        && result.page().blocks().stream().anyMatch(Page.Diff.class::isInstance);
  }

  /** Shows the text; false if the program does not exist, and then nothing was shown. */
  boolean show(String text) {
    String wanted = environment.variable("PAGER");
    String line = wanted == null || wanted.isBlank() ? STANDARD : wanted;
    try {
      Process process =
          new ProcessBuilder("sh", "-c", "command -v ${1%% *} >/dev/null && exec $1", "sh", line)
              .redirectOutput(Redirect.INHERIT)
              .redirectError(Redirect.INHERIT)
              .start();
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
