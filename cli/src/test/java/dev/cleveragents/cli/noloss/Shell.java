package dev.cleveragents.cli.noloss;

import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Path;
import java.util.Map;

/** Runs the user's commands in a folder, with fixed commit dates. */
final class Shell {

  /** Nothing of the machine that the test runs on. */
  static final Map<String, String> PLAIN =
      Map.of("GIT_CONFIG_GLOBAL", "/dev/null", "GIT_CONFIG_NOSYSTEM", "1", "LC_ALL", "C");

  private static final String THEN = "2026-01-02T03:04:05Z";

  private Shell() {}

  /** Runs lines of sh; returns what they print. */
  static String run(Path folder, String lines) {
    try {
      CommandResult result =
          Command.shell("set -e\n" + lines)
              .withDirectory(folder)
              .withVariables(PLAIN)
              .withVariable("GIT_AUTHOR_DATE", THEN)
              .withVariable("GIT_COMMITTER_DATE", THEN)
              .run(CancellationToken.none());
      if (!result.succeeded()) {
        throw new AssertionError(lines + "\n" + result.output().text() + result.errors().text());
      }
      return result.output().text().stripTrailing();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
