package dev.cleveragents.exec.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.exec.tree.ProcessTable.Shows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** No process is taken for another, and this one never for one to be ended. */
@Timeout(120)
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
    List<ProcessTable.Found> found =
        ProcessTable.find(ProcessMoment.BEGINNING, entry -> entry.pid() == process.pid());
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().handle()).isEqualTo(process.toHandle());
    return found.getFirst().entry();
  }

  private static ProcessTable.Entry with(ProcessTable.Entry like, long pid, long started) {
    return new ProcessTable.Entry(
        pid, like.parent(), like.group(), like.session(), started, null, Shows.ALL);
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
    assertThat(ProcessTable.find(ProcessMoment.BEGINNING, entry -> entry.pid() == process.pid()))
        .isEmpty();
  }

  /** Of a number with a point in it, one in twenty would come out a tick too low. */
  @Test
  void everyTickIsReadAsTheOneItIs() {
    for (long tick = 0; tick < 10_000_000; tick += 1 + tick / 10_000) {
      String uptime = "%d.%02d 12.34\n".formatted(tick / 100, tick % 100);
      assertThat(ProcessTable.ticks(uptime)).isEqualTo(tick);
    }
  }

  @Test
  void whatStartedBeforeIsNotLookedAt() {
    long started = entry().started();
    assertThat(ProcessTable.find(ticks(started), entry -> entry.pid() == process.pid())).hasSize(1);
    assertThat(ProcessTable.find(ticks(started + 1), entry -> entry.pid() == process.pid()))
        .isEmpty();
  }

  private static ProcessMoment ticks(long started) {
    return new ProcessMoment(started, -1, 0);
  }

  /** A moment that stays recent, however long a test takes. */
  private static ProcessMoment recent() throws IOException {
    return new ProcessMoment(
        0, ProcessTable.lastPid(), System.nanoTime() + TimeUnit.HOURS.toNanos(1));
  }

  /** Finds one that starts now; says whether the process from before was looked at, too. */
  private boolean readsTheTableWhole(ProcessMoment since) throws Exception {
    Process later = new ProcessBuilder("sleep", "86400").start();
    try {
      Set<Long> met = new HashSet<>();
      List<ProcessTable.Found> found =
          ProcessTable.find(
              since,
              entry -> {
                met.add(entry.pid());
                return entry.pid() == later.pid();
              });
      assertThat(found).as(since.toString()).hasSize(1);
      return met.contains(process.pid());
    } finally {
      later.destroyForcibly().waitFor();
    }
  }

  @Test
  void whatStartedSinceAMomentIsFoundByItsIdAlone() throws Exception {
    ProcessMoment since;
    boolean whole;
    do {
      since = recent();
      whole = readsTheTableWhole(since);
      // Unless the ids have begun anew in between.
    } while (ProcessTable.lastPid() < since.lastPid());
    assertThat(whole).isFalse();
  }

  @Test
  void processesStartedLongAfterAMomentOrAfterIdsWrappedAroundAreFoundInTheWholeTable()
      throws Exception {
    ProcessMoment recent = recent();
    assertThat(readsTheTableWhole(new ProcessMoment(0, Long.MAX_VALUE, recent.nanos()))).isTrue();
    long longAgo = System.nanoTime() - (1L << 50);
    assertThat(readsTheTableWhole(new ProcessMoment(0, recent.lastPid(), longAgo))).isTrue();
  }

  @Test
  void thisProcessIsNeverFound() {
    long self = ProcessHandle.current().pid();
    assertThat(ProcessTable.find(ProcessMoment.BEGINNING, entry -> entry.pid() == self))
        .noneMatch(found -> found.handle().pid() == self);
  }

  @Test
  void aThreadIsNotTakenForAProcess() throws Exception {
    long self = ProcessHandle.current().pid();
    List<Path> threads;
    try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
      threads = tasks.toList();
    }
    int seen = 0;
    for (Path task : threads) {
      String[] stat;
      try {
        stat = Files.readString(task.resolve("stat")).split("\\) ", -1);
      } catch (IOException e) {
        // A thread of Java's own that has just ended.
        continue;
      }
      seen++;
      long started = Long.parseLong(stat[stat.length - 1].split(" ", -1)[19]);
      long id = Long.parseLong(task.getFileName().toString());
      ProcessTable.Entry entry =
          new ProcessTable.Entry(id, 1, self, self, started, null, Shows.ALL);
      assertThat(ProcessTable.prove(entry)).isEmpty();
    }
    assertThat(seen).as("this thread and the first one, at least").isGreaterThan(1);
  }

  @Test
  void aZombieProcessIsNotAmongTheLiving() throws Exception {
    // The shell turns into a program that never waits for its child, and only then that ends.
    Process careless =
        new ProcessBuilder("sh", "-c", "exec 3<&0; cat <&3 & exec sleep 86400 3<&-").start();
    try {
      Path program = Path.of("/proc", Long.toString(careless.pid()), "comm");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> Files.readString(program).strip().equals("sleep"));
      careless.getOutputStream().close();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> careless.children().anyMatch(child -> isDead(child.pid())));
      assertThat(ProcessTable.find(ProcessMoment.BEGINNING, entry -> entry.pid() == careless.pid()))
          .extracting(found -> found.handle().pid())
          .containsExactly(careless.pid());
    } finally {
      careless.destroyForcibly().waitFor();
    }
  }

  @Test
  void whoIsForEverTurningIntoAnotherProgramNeverSeemsToHaveNoMark(@TempDir Path folder)
      throws Exception {
    Path turn = folder.resolve("turn");
    Files.writeString(turn, "#!/bin/sh\nexec \"$0\"\n");
    assertThat(turn.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder = new ProcessBuilder(turn.toString());
    builder.environment().put(RunMarker.VARIABLE, "owner/run");
    Process turning = builder.start();
    try {
      Path entry = Path.of("/proc", Long.toString(turning.pid()));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> "owner/run".equals(ProcessTable.entry(entry, 0).orElseThrow().mark()));
      int notYet = 0;
      // On a busy machine it may stand still for longer than so many looks take.
      for (int look = 0; look < 4_000 || notYet == 0; look++) {
        ProcessTable.Entry seen = ProcessTable.entry(entry, 0).orElseThrow();
        notYet += seen.shows() == Shows.NOT_YET ? 1 : 0;
        assertThat(seen.mark() != null || seen.shows() != Shows.ALL)
            .as("%s, at look %d", seen, look)
            .isTrue();
      }
    } finally {
      turning.destroyForcibly().waitFor();
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
