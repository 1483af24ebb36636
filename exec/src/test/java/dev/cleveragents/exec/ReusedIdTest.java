package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.cleveragents.kernel.cancel.CancellationToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A program that gets the id of an earlier one whose end Java still remembers. The ids are those of
 * a namespace of its own, where they can be chosen without others noticing.
 */
@EnabledOnOs(OS.LINUX)
class ReusedIdTest {

  private static final List<String> OWN_IDS =
      List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc");
  private static final Path LAST_ID = Path.of("/proc/sys/kernel/ns_last_pid");
  private static final int ROUNDS = 20;

  @Test
  void theEndOfAnEarlierProcessWithTheSameIdIsNotBelieved() throws Exception {
    assumeThat(run(List.of("sh", "-c", "echo 9 > " + LAST_ID)).succeeded()).isTrue();

    CommandResult result =
        run(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                ReusedIds.class.getName()));

    assertThat(result.output().text().lines())
        .as(result.errors().text())
        .hasSize(ROUNDS)
        .allMatch(it -> it.equals("said") || it.contains("earlier process"))
        .anyMatch(it -> it.contains("earlier process"));
  }

  private static CommandResult run(List<String> program) throws InterruptedException {
    return Command.of(Stream.concat(OWN_IDS.stream(), program.stream()).toList())
        .withDeadline(Duration.ofMinutes(2))
        .run(CancellationToken.none());
  }

  /** Says per round what a program printed, or why that is not known. */
  static final class ReusedIds {

    private ReusedIds() {}

    /** A thread of Java's own may be quicker and take the id; then another round has another id. */
    public static void main(String... none) throws Exception {
      System.err.println(said());
      for (int round = 0; round < ROUNDS; round++) {
        System.out.println(saidWithTheIdOf(new ProcessBuilder("cat").start()));
      }
    }

    /** A thread that waits in a read holds the stream's lock, as this does. */
    private static String saidWithTheIdOf(Process earlier) throws Exception {
      synchronized (earlier.getInputStream()) {
        earlier.getOutputStream().close();
        earlier.waitFor();
        Files.writeString(LAST_ID, Long.toString(earlier.pid() - 1));
        return said();
      }
    }

    private static String said() throws InterruptedException {
      try {
        return Command.of("echo", "said").run(CancellationToken.none()).output().text().strip();
      } catch (IllegalStateException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }
}
