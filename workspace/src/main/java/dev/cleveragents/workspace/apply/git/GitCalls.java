package dev.cleveragents.workspace.apply.git;

import dev.cleveragents.exec.git.Git;
import dev.cleveragents.exec.git.Git.Answer;
import dev.cleveragents.exec.git.GitException;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.workspace.OperationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Git with the settings that applying needs: what it writes is on the disk when it returns, and a
 * copy of the index is one file. A value.
 */
public record GitCalls(Git git, CancellationToken token) {

  private static final List<String> SETTINGS =
      List.of(
          "-c",
          "core.splitIndex=false",
          "-c",
          "core.fsync=committed,loose-object,reference",
          "-c",
          "i18n.commitEncoding=UTF-8");

  Path directory() {
    return git.directory();
  }

  GitCalls with(String name, String value) {
    return new GitCalls(git.with(name, value), token);
  }

  public GitCalls in(Path other) {
    return new GitCalls(git.in(other), token);
  }

  GitCalls under(CancellationToken other) {
    return new GitCalls(git, other);
  }

  /** Runs git and returns its answer, whatever the exit code. */
  public Answer ask(byte[] input, String... arguments) throws InterruptedException {
    List<String> line = new ArrayList<>(SETTINGS);
    line.addAll(List.of(arguments));
    try {
      return git.ask(line, input, token);
    } catch (GitException e) {
      throw OperationException.failed(String.valueOf(e.getMessage()), e);
    }
  }

  public Answer ask(String... arguments) throws InterruptedException {
    return ask(new byte[0], arguments);
  }

  /**
   * Runs git, which must not fail, and returns its answer.
   *
   * @throws OperationException with what git said instead
   */
  public Answer run(byte[] input, String... arguments) throws InterruptedException {
    Answer answer = ask(input, arguments);
    if (!answer.succeeded()) {
      GitException failure =
          GitException.of(List.of(arguments), directory(), answer.exitCode(), answer.errors());
      throw OperationException.failed(String.valueOf(failure.getMessage()), failure);
    }
    return answer;
  }

  public Answer run(String... arguments) throws InterruptedException {
    return run(new byte[0], arguments);
  }
}
