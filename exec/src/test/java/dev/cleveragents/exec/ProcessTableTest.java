package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** No process is taken for another, and this one never for one to be ended. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ProcessTableTest {

  private Process process;

  @BeforeEach
  void start() throws IOException {
    process = new ProcessBuilder("sleep", "86400").start();
  }

  @AfterEach
  void end() throws InterruptedException {
    assertThat(process.destroyForcibly().waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  private ProcessTable.Entry entry() {
    List<ProcessTable.Found> found = ProcessTable.find(0, entry -> entry.pid() == process.pid());
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().handle()).isEqualTo(process.toHandle());
    return found.getFirst().entry();
  }

  private static ProcessTable.Entry with(ProcessTable.Entry like, long pid, long started) {
    return new ProcessTable.Entry(
        pid, like.parent(), like.group(), like.session(), started, null, false);
  }

  @Test
  void aProcessWithTheSameIdAndAnotherStartIsAnother() {
    ProcessTable.Entry seen = entry();
    assertThat(ProcessTable.prove(seen)).isPresent();
    assertThat(ProcessTable.prove(with(seen, seen.pid(), seen.started() - 1))).isEmpty();
    assertThat(ProcessTable.prove(with(seen, seen.pid(), seen.started() + 1))).isEmpty();
  }

  @Test
  void aProcessThatIsGoneIsNotProven() throws Exception {
    ProcessTable.Entry seen = entry();
    end();
    assertThat(ProcessTable.prove(seen)).isEmpty();
    assertThat(ProcessTable.find(0, entry -> entry.pid() == process.pid())).isEmpty();
  }

  @Test
  void whatStartedBeforeIsNotLookedAt() {
    long started = entry().started();
    assertThat(ProcessTable.find(started, entry -> entry.pid() == process.pid())).hasSize(1);
    assertThat(ProcessTable.find(started + 1, entry -> entry.pid() == process.pid())).isEmpty();
  }

  @Test
  void thisProcessIsNeverFound() {
    long self = ProcessHandle.current().pid();
    assertThat(ProcessTable.find(0, entry -> entry.pid() == self))
        .noneMatch(found -> found.handle().pid() == self);
  }

  @Test
  void aThreadIsNotTakenForAProcess() throws Exception {
    long self = ProcessHandle.current().pid();
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      assertThat(tasks)
          .isNotEmpty()
          .allSatisfy(
              task -> {
                String[] stat = Files.readString(task.resolve("stat")).split("\\) ", -1);
                long started = Long.parseLong(stat[stat.length - 1].split(" ", -1)[19]);
                long id = Long.parseLong(task.getFileName().toString());
                ProcessTable.Entry entry =
                    new ProcessTable.Entry(id, 1, self, self, started, null, false);
                assertThat(ProcessTable.prove(entry)).isEmpty();
              });
    }
  }

  @Test
  void aDeadProcessThatNobodyHasWaitedForIsNotAmongTheLiving() throws Exception {
    // The shell turns into a program that never waits for its child.
    Process careless = new ProcessBuilder("sh", "-c", "sleep 0 & exec sleep 86400").start();
    try {
      await().until(() -> careless.children().anyMatch(child -> isDead(child.pid())));
      assertThat(ProcessTable.find(0, entry -> entry.pid() == careless.pid()))
          .extracting(found -> found.handle().pid())
          .containsExactly(careless.pid());
    } finally {
      careless.destroyForcibly().waitFor();
    }
  }

  private static boolean isDead(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "stat")).contains(") Z ");
    } catch (IOException e) {
      return false;
    }
  }
}
