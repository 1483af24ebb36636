package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.Fork;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Many commands at once keep apart, and leave no thread, process or open file. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class ManyCommandsTest {

  private static final int MANY = 200;

  private final ThreadsWatch watch = new ThreadsWatch();
  private final Witness witness = new Witness();
  private final CancellationSource source = new CancellationSource();
  private final CommandRunner runner =
      new CommandRunner(watch.threads(), TimeSource.system(), UlidGenerator.system());

  private List<CommandResult> atOnce(List<Command> commands) throws Exception {
    List<CommandResult> results = new ArrayList<>();
    try (Scope scope = Scope.open("many", ThreadFactories.standard(), source.token())) {
      List<Fork<CommandResult>> forks =
          commands.stream()
              .map(command -> scope.fork("one", () -> runner.run(command, source.token())))
              .toList();
      for (Fork<CommandResult> fork : forks) {
        results.add(fork.join(Duration.ofMinutes(4)));
      }
    }
    return results;
  }

  @Test
  void twoHundredAtOnceEachGetTheirOwnOutputAndCode() throws Exception {
    long before = openPipes();
    List<Command> commands = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      String line =
          "cat; echo out%d; echo err%d >&2; %s & exit %d".formatted(i, i, witness.sleep(), i % 100);
      commands.add(Command.shell(line).withInput(("in" + i).getBytes(StandardCharsets.UTF_8)));
    }
    List<CommandResult> results = atOnce(commands);
    for (int i = 0; i < MANY; i++) {
      CommandResult result = results.get(i);
      assertThat(result.ending()).isEqualTo(new CommandEnding.Exited(i % 100));
      assertThat(result.output().text()).isEqualTo("in" + i + "out" + i + "\n");
      assertThat(result.errors().text()).isEqualTo("err" + i + "\n");
    }
    leavesNothing(before, 3);
  }

  @Test
  void twoHundredAtOnceAreAllEndedByOneCancel() throws Exception {
    long before = openPipes();
    CountDownLatch ready = new CountDownLatch(MANY);
    List<Command> commands = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      LiveLines live = new LiveLines((_, _) -> ready.countDown());
      commands.add(Command.shell("echo up; " + witness.sleep()).withLive(live));
    }
    try (Scope scope = Scope.open("canceller", ThreadFactories.standard(), source.token())) {
      scope.fork(
          "cancel",
          () -> {
            assertThat(ready.await(120, TimeUnit.SECONDS)).isTrue();
            return source.cancel(Background.STOP);
          });
      assertThat(atOnce(commands))
          .extracting(CommandResult::ending)
          .containsOnly(new CommandEnding.Cancelled(Background.STOP));
    }
    leavesNothing(before, 2);
  }

  private void leavesNothing(long pipesBefore, int threadsOfEach) {
    witness.seesNothing();
    assertThat(watch.made()).isEqualTo(threadsOfEach * MANY);
    watch.awaitNoneAlive();
    // Java's own thread that waits for a process closes its end a moment later.
    await().atMost(Duration.ofSeconds(60)).until(() -> openPipes() <= pipesBefore);
  }

  private static long openPipes() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(ManyCommandsTest::isPipe).count();
    }
  }

  private static boolean isPipe(Path file) {
    try {
      return Files.readSymbolicLink(file).toString().startsWith("pipe:");
    } catch (IOException e) {
      return false;
    }
  }
}
