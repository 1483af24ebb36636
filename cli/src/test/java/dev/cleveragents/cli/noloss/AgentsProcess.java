package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A process of ours.
 *
 * @param out what it printed
 */
record AgentsProcess(Process process, Path out, Path err) {

  static final Duration PATIENCE = Duration.ofMinutes(2);
  static final int KILLED = 128 + 9;

  static AgentsProcess start(ProcessBuilder builder, Path folder) throws IOException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    return new AgentsProcess(
        builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
  }

  /** Waits for its end; returns its exit code. */
  int end() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("It did not end; it said " + said());
    }
    return process.exitValue();
  }

  void killed() throws IOException, InterruptedException {
    assertThat(end()).as("killed by SIGKILL; it said %s", said()).isEqualTo(KILLED);
  }

  /** Waits until it has frozen itself. */
  void frozen() {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(process.isAlive()).as("frozen, not ended: %s", said()).isTrue();
              String stat = Files.readString(Path.of("/proc", pid(), "stat"));
              return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
            });
  }

  void thaw() {
    Shell.run(Path.of("/"), "kill -CONT " + pid());
  }

  private String pid() {
    return Long.toString(process.pid());
  }

  String said() throws IOException {
    return Files.readString(out) + Files.readString(err);
  }
}
