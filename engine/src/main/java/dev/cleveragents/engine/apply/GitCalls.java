package dev.cleveragents.engine.apply;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.exec.Captured;
import dev.cleveragents.exec.Command;
import dev.cleveragents.exec.CommandResult;
import dev.cleveragents.exec.CommandRunner;
import dev.cleveragents.exec.Ending;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.cancel.CancelledException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls git in one directory, with further variables. A value. */
record GitCalls(
    CommandRunner runner, Path directory, Map<String, String> variables, CancellationToken token) {

  private static final int KEPT = 512 * 1024 * 1024;

  private static final List<String> ALWAYS =
      List.of(
          "git",
          "--no-pager",
          "-c",
          "core.hooksPath=/dev/null",
          "-c",
          "core.fsmonitor=false",
          "-c",
          "core.splitIndex=false",
          "-c",
          "core.fsync=committed,loose-object,reference",
          "-c",
          "i18n.commitEncoding=UTF-8",
          "-c",
          "gc.auto=0",
          "-c",
          "maintenance.auto=false");

  /** What git said. */
  record Said(int code, Captured output, String errors) {

    byte[] bytes() {
      return output.bytes();
    }

    String text() {
      return output.text().strip();
    }

    boolean ok() {
      return code == 0;
    }
  }

  GitCalls with(String name, String value) {
    Map<String, String> all = new HashMap<>(variables);
    all.put(name, value);
    return new GitCalls(runner, directory, all, token);
  }

  GitCalls under(CancellationToken other) {
    return new GitCalls(runner, directory, variables, other);
  }

  /** What git says, whatever its exit code. */
  Said ask(byte[] input, String... arguments) throws InterruptedException {
    List<String> line = new ArrayList<>(ALWAYS);
    line.addAll(List.of(arguments));
    CommandResult result =
        runner.run(
            Command.of(line)
                .withDirectory(directory)
                .withInherited(
                    "XDG_CONFIG_HOME", "SSH_AUTH_SOCK", "GNUPGHOME", "GPG_TTY", "GIT_CONFIG_GLOBAL")
                .withVariables(
                    Map.of("GIT_TERMINAL_PROMPT", "0", "GIT_OPTIONAL_LOCKS", "0", "LC_ALL", "C"))
                .withVariables(variables)
                .withKeptBytes(KEPT)
                .withInput(input),
            token);
    return switch (result.ending()) {
      case Ending.Exited(int code) -> said(code, result);
      case Ending.Cancelled(var cause) -> throw new CancelledException(cause);
      case Ending.DeadlinePassed _ ->
          throw PlanException.failed(
              "git %s in %s did not end in time".formatted(arguments[0], directory), null);
    };
  }

  private Said said(int code, CommandResult result) {
    if (result.output().dropped() > 0) {
      throw PlanException.failed("git in %s said more than can be kept".formatted(directory), null);
    }
    return new Said(code, result.output(), result.errors().text().strip());
  }

  Said ask(String... arguments) throws InterruptedException {
    return ask(new byte[0], arguments);
  }

  /**
   * What git says, which must not fail.
   *
   * @throws PlanException with what git said instead
   */
  Said run(byte[] input, String... arguments) throws InterruptedException {
    Said said = ask(input, arguments);
    if (!said.ok()) {
      throw PlanException.failed(
          "git %s in %s failed: %s".formatted(arguments[0], directory, said.errors()), null);
    }
    return said;
  }

  Said run(String... arguments) throws InterruptedException {
    return run(new byte[0], arguments);
  }
}
