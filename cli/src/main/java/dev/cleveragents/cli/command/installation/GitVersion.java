package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.kernel.cancel.CallbackRegistration;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.runtime.view.Mark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The version of the git on the path.
 *
 * @param version as git prints it, or null if git is missing or did not answer
 * @param problem why there is no version, or empty
 */
record GitVersion(@Nullable String version, String problem) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 200;

  /**
   * Asks git, and waits at most ten seconds, or until the interrupt. The git process never outlives
   * this call.
   *
   * @throws dev.cleveragents.kernel.cancel.CancelledException if interrupted while waiting
   */
  static GitVersion ask(CancellationToken interrupt) {
    interrupt.throwIfCancelled();
    Process git;
    try {
      git = new ProcessBuilder("git", "--version").redirectErrorStream(true).start();
    } catch (IOException e) {
      return new GitVersion(null, "not found on the PATH");
    }
    try (CallbackRegistration _ = interrupt.onCancel(_ -> git.destroyForcibly())) {
      if (!git.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return new GitVersion(null, "did not answer within " + PATIENCE.toSeconds() + " s");
      }
      interrupt.throwIfCancelled();
      return answer(git);
    } catch (IOException e) {
      return new GitVersion(null, "could not be read: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new GitVersion(null, "was interrupted before it answered");
    } finally {
      git.destroyForcibly();
    }
  }

  /** Reads only available output: a child process of git may hold the pipe open. */
  private static GitVersion answer(Process git) throws IOException {
    int ready = Math.min(git.getInputStream().available(), MOST_BYTES);
    String said =
        new String(git.getInputStream().readNBytes(ready), StandardCharsets.UTF_8).strip();
    return git.exitValue() == 0
        ? new GitVersion(said.replaceFirst("^git version ", ""), "")
        : new GitVersion(null, "failed with exit code " + git.exitValue());
  }

  void describe(Page.Builder page) {
    page.row(
        "git",
        version == null ? problem : version,
        version == null ? "needed for plans on git projects" : "",
        version == null ? Mark.ATTENTION : Mark.GOOD);
  }

  Data data() {
    return Data.of("version", version).with("problem", problem.isEmpty() ? null : problem);
  }
}
