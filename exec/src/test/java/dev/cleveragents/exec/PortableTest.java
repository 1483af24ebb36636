package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.exec.tree.HostCapabilities;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What holds on a machine that offers less than Linux does; tried on Linux, to be able to see. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class PortableTest {

  private static final HostCapabilities PLAIN = new HostCapabilities(Optional.empty(), false);
  private static final HostCapabilities NO_SETSID = new HostCapabilities(Optional.empty(), true);

  private final Witness witness = new Witness();

  @AfterEach
  void nothingIsLeft() {
    witness.seesNothing();
  }

  private static CommandResult run(HostCapabilities machine, Command command)
      throws InterruptedException {
    return new CommandRunner(
            ThreadFactories.standard(), TimeSource.system(), UlidGenerator.system(), machine)
        .run(command, CancellationToken.none());
  }

  @Test
  void aTreeIsEndedAtTheDeadline() throws Exception {
    String tree =
        "trap '' TERM; (%s; :) & sh -c '%s; :'; :".formatted(witness.sleep(), witness.sleep());
    Command command =
        Command.shell(tree).withDeadline(Duration.ofMillis(300)).withGrace(Duration.ofMillis(50));
    assertThat(run(PLAIN, command).survivors()).isEmpty();
  }

  @Test
  void aChildThatWasSeenBelowTheProgramIsEndedAfterIt(@TempDir Path folder) throws Exception {
    LooksCounted looks = new LooksCounted();
    LiveLines continuesWhenSeen =
        new LiveLines(
            (_, _) -> {
              // The next may have begun before.
              int two = looks.count.get() + 2;
              await().atMost(Duration.ofSeconds(60)).until(() -> looks.count.get() >= two);
              assertThat(folder.resolve("seen").toFile().mkdir()).isTrue();
            });
    Command command =
        Command.shell(
                witness.sleep() + " & echo up; while [ ! -d seen ]; do sleep 0.01; done; exit 4")
            .withDirectory(folder)
            .withLive(continuesWhenSeen);
    CommandRunner runner =
        new CommandRunner(ThreadFactories.standard(), looks, UlidGenerator.system(), PLAIN);
    assertThat(runner.run(command, CancellationToken.none()).exitCode()).hasValue(4);
  }

  /** The thread that waits for a program reads the clock after each look at its processes. */
  private static final class LooksCounted implements TimeSource {
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public long nanos() {
      count.incrementAndGet();
      return TimeSource.system().nanos();
    }

    @Override
    public Instant wallTime() {
      return TimeSource.system().wallTime();
    }
  }

  @Test
  void whatEscapesAndKeepsTheOutputOpenHoldsUpNeitherTheCallNorAThread() throws Exception {
    ThreadsWatch watch = new ThreadsWatch();
    CommandRunner runner =
        new CommandRunner(watch.threads(), TimeSource.system(), UlidGenerator.system(), PLAIN);
    Command command =
        Command.shell("(setsid " + witness.sleep() + " &); echo out; exit 6").withOwner("escapee");
    CommandResult result = runner.run(command, CancellationToken.none());
    assertThat(result.exitCode()).hasValue(6);
    assertThat(result.output().text()).isEqualTo("out\n");
    watch.awaitNoneAlive();
    assertThat(OrphanedCommands.endOwned("escapee")).isEmpty();
  }

  @Test
  void withoutASessionTheMarkerStillFindsADaemon() throws Exception {
    Command command = Command.shell("(setsid " + witness.sleep() + " &); exit 5");
    assertThat(run(NO_SETSID, command).exitCode()).hasValue(5);
  }

  @Test
  void withoutASessionOfItsOwnNoOtherSessionIsTakenForIt() throws Exception {
    Process other = new ProcessBuilder("sh", "-c", witness.sleep()).start();
    try {
      run(NO_SETSID, Command.of("true"));
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.descendants().forEach(ProcessHandle::destroyForcibly);
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void aScriptWhoseInterpreterIsMissingIsAClearError(@TempDir Path folder) throws Exception {
    Path script = folder.resolve("broken");
    Files.writeString(script, "#!/no/such/interpreter\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    assertThatThrownBy(() -> run(PLAIN, Command.of(script.toString())))
        .isInstanceOf(CannotStartException.class)
        .hasMessageContaining("was not started");
  }
}
