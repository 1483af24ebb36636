package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that cannot be started is an error that says why and what to do. */
@Timeout(120)
class CannotStartTest {

  private static CommandResult run(Command command) throws InterruptedException {
    return command.run(CancellationToken.none());
  }

  @Test
  void aMissingProgramIsAClearError() {
    assertThatThrownBy(() -> run(Command.of("no-such-program")))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("'no-such-program' was not started")
        .hasMessageContaining("on the PATH")
        .hasMessageContaining("Install it");
    assertThatThrownBy(() -> run(Command.of("./no-such-program")))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void aProgramThatMayNotBeExecutedIsAClearError(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
    assertThatThrownBy(() -> run(Command.of("./plain").withDirectory(folder)))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("chmod +x");
    assertThatThrownBy(() -> run(Command.of("plain").withVariable("PATH", "x\0y:" + folder)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> run(Command.of("plain").withVariable("PATH", folder.toString())))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("chmod +x");
    assertThatThrownBy(() -> run(Command.of(folder.toString())))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void aScriptWhoseInterpreterIsMissingIsAClearError(@TempDir Path folder) throws Exception {
    Path script = folder.resolve("broken");
    Files.writeString(script, "#!/no/such/interpreter\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    assertThatThrownBy(() -> run(Command.of("./broken").withDirectory(folder)))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("'./broken' was not started");
  }

  @Test
  void aProgramThatFailsAsIfItWereMissingIsNoError() throws Exception {
    assertThat(run(Command.shell("setsid no-such-program; exit $?")).exitCode()).hasValue(127);
    assertThat(run(Command.shell("echo setsid: failed >&2; exit 127")).exitCode()).hasValue(127);
  }

  @Test
  void aMissingDirectoryIsAClearError(@TempDir Path folder) throws Exception {
    assertThatThrownBy(() -> run(Command.of("true").withDirectory(folder.resolve("gone"))))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("does not exist. Create it");
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> run(Command.of("true").withDirectory(file)))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("is not a directory");
  }

  @Test
  void argumentsTooLongForTheSystemAreAClearError() {
    assertThatThrownBy(() -> run(Command.of("true", "x".repeat(3_000_000))))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("'true' was not started");
  }
}
