package dev.cleveragents.cli.command;

import dev.cleveragents.cli.output.ExitCode;
import dev.cleveragents.cli.output.Problem;
import dev.cleveragents.exec.git.GitException;

/** What a person is told, and with which exit code a command ends, when git did not do it. */
public final class GitProblem {

  private GitProblem() {}

  /**
   * The problem that an exception of git is. Whether git can read the repository, and whether there
   * is a git at all, is what diagnostics tells.
   */
  public static Problem of(GitException e) {
    return new Problem(
        ExitCode.FAILED,
        e.getMessage() + ".",
        e.exitCode().isPresent()
            ? "See what 'git status' and 'git fsck' say there, then run the command again."
            : "Mend that, then run the command again.",
        "agents diagnostics");
  }
}
