package dev.cleveragents.kernel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {

  @Test
  void thisProcessIsNotGone() {
    ProcessIdentity self = ProcessIdentity.current("here");

    assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(self.isGoneFrom("here")).isFalse();
  }

  @Test
  void aProcessThatHasEndedIsGone() throws IOException, InterruptedException {
    Process child = new ProcessBuilder("sleep", "600").start();
    ProcessIdentity identity = new ProcessIdentity("here", child.pid(), null);
    try {
      assertThat(identity.isGoneFrom("here")).isFalse();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();

    assertThat(identity.isGoneFrom("here")).isTrue();
  }

  /**
   * The exit status of the child is never collected: its parent has become a program that does not
   * know it. As long as it is still the shell, it might ask.
   */
  @Test
  void aZombieProcessIsGone() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "this system has no /proc");
    Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600").start();
    try (BufferedReader said = parent.inputReader()) {
      long pid = Long.parseLong(said.readLine());
      ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
      ProcessIdentity identity = new ProcessIdentity("here", pid, null);
      assertThat(identity.isGoneFrom("here")).isFalse();
      Path program = Path.of("/proc", Long.toString(parent.pid()), "comm");
      await()
          .atMost(30, TimeUnit.SECONDS)
          .until(() -> Files.readString(program).strip().equals("sleep"));
      child.destroyForcibly();

      await().atMost(30, TimeUnit.SECONDS).until(() -> identity.isGoneFrom("here"));
      assertThat(ProcessHandle.of(pid)).as("its entry is still there").isPresent();
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void anotherProcessUnderTheSameIdMeansThatTheFirstIsGone() {
    ProcessIdentity self = ProcessIdentity.current("here");
    assumeTrue(self.startedAfter() != null, "process 1 cannot be seen from here");
    Duration earlier = Objects.requireNonNull(self.startedAfter()).minusSeconds(60);

    assertThat(new ProcessIdentity("here", self.pid(), earlier).isGoneFrom("here")).isTrue();
  }

  @Test
  void nothingIsCertainWhereTheStartIsUnknown() {
    long pid = ProcessHandle.current().pid();

    assertThat(new ProcessIdentity("here", pid, null).isGoneFrom("here")).isFalse();
  }

  @Test
  void nothingIsCertainFromAnotherMachine() {
    ProcessIdentity self = ProcessIdentity.current("here");
    long unused = 1L << 40;

    assertThat(self.isGoneFrom("there")).isFalse();
    assertThat(new ProcessIdentity("here", unused, null).isGoneFrom("there")).isFalse();
    assertThat(new ProcessIdentity("here", unused, null).isGoneFrom("here")).isTrue();
  }

  /** Two processes agree on when a third one started, whatever each takes the time of boot for. */
  @Test
  void theStartIsTheDistanceFromTheFirstProcess() {
    var first = ProcessHandle.of(1).flatMap(process -> process.info().startInstant());
    assumeTrue(first.isPresent(), "process 1 cannot be seen from here");
    var own = ProcessHandle.current().info().startInstant();

    assertThat(ProcessIdentity.current("here").startedAfter())
        .isEqualTo(Duration.between(first.orElseThrow(), own.orElseThrow()));
  }
}
