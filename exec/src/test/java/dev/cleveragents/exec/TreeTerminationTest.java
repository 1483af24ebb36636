package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.exec.tree.MarkedTree;
import dev.cleveragents.exec.tree.ProcessMoment;
import dev.cleveragents.exec.tree.ProcessTable;
import dev.cleveragents.exec.tree.ProcessTree;
import dev.cleveragents.exec.tree.RunMarker;
import dev.cleveragents.exec.tree.TreeTermination;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.scope.ThreadFactories;
import dev.cleveragents.kernel.time.TimeSource;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The order of asking, killing and giving up, on processes made of nothing. */
@Timeout(60)
class TreeTerminationTest {

  /** A second passes with each reading. */
  private static final TimeSource FAST =
      new TimeSource() {
        private long seconds;

        @Override
        public synchronized long nanos() {
          return 1_000_000_000L * seconds++;
        }

        @Override
        public Instant wallTime() {
          return Instant.EPOCH;
        }
      };

  /** One process that dies of the signals it is told to. */
  private static final class OneProcess implements ProcessTree {
    private final List<String> got = new ArrayList<>();
    private final Predicate<String> dies;
    private boolean alive = true;

    OneProcess(Predicate<String> dies) {
      this.dies = dies;
    }

    @Override
    public List<ProcessHandle> living() {
      return alive ? List.of(handle) : List.of();
    }

    @Override
    public void killTogether() {
      get("group");
    }

    private boolean get(String signal) {
      got.add(signal);
      alive &= !dies.test(signal);
      return true;
    }

    private final ProcessHandle handle =
        (ProcessHandle)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ProcessHandle.class},
                (_, method, _) ->
                    switch (method.getName()) {
                      case "pid" -> 42L;
                      case "hashCode" -> 42;
                      case "destroy", "destroyForcibly" -> get(method.getName());
                      default -> throw new AssertionError(method);
                    });
  }

  private static List<Long> end(OneProcess process, Duration grace) {
    return new TreeTermination(process, Optional.empty(), FAST).end(grace);
  }

  @Test
  void whatEndsWhenAskedIsNotKilled() {
    OneProcess process = new OneProcess("destroy"::equals);
    assertThat(end(process, Duration.ofHours(1))).isEmpty();
    assertThat(process.got).containsExactly("destroy");
  }

  @Test
  void itIsAskedOnceAndKilledAfterTheGrace() {
    OneProcess process = new OneProcess("destroyForcibly"::equals);
    assertThat(end(process, Duration.ofSeconds(4))).isEmpty();
    assertThat(process.got).containsExactly("destroy", "destroyForcibly");
  }

  @Test
  void withoutGraceItIsNotAsked() {
    OneProcess process = new OneProcess("destroyForcibly"::equals);
    assertThat(end(process, Duration.ZERO)).isEmpty();
    assertThat(process.got).containsExactly("destroyForcibly");
  }

  @Test
  void whatOutrunsSingleKillsIsKilledTogether() {
    OneProcess process = new OneProcess("group"::equals);
    assertThat(end(process, Duration.ZERO)).isEmpty();
    assertThat(process.got).containsExactly("destroyForcibly", "destroyForcibly", "group");
  }

  @Test
  void whatDoesNotDieIsGivenUpAndNamed() {
    assertThat(end(new OneProcess(_ -> false), Duration.ZERO)).containsExactly(42L);
  }

  @Test
  void whatLivesWhenTheTimeIsUpThatThisProcessStoodStillIsKilledAllTheSame() {
    int[] kills = {0};
    OneProcess process = new OneProcess(_ -> ++kills[0] == 20);
    assertThat(end(process, Duration.ZERO)).isEmpty();
  }

  @Test
  void anInterruptSkipsTheGraceAndIsKept() {
    OneProcess process = new OneProcess("destroyForcibly"::equals);
    Thread.currentThread().interrupt();
    assertThat(end(process, Duration.ofHours(1))).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(process.got).containsExactly("destroyForcibly");
  }

  @Test
  void whatDidNotDieIsInTheResult() throws Exception {
    Process program = new ProcessBuilder("true").start();
    ProcessLauncher launch =
        new ProcessLauncher(
            Path.of("/bin/true"), program, new OneProcess(_ -> false), false, Optional.empty());
    CommandResult result =
        new RunningCommand(Command.of("true"), launch, ThreadFactories.standard(), FAST)
            .toItsEnd(CancellationToken.none());
    assertThat(result.survivors()).containsExactly(42L);
  }

  @Test
  void theExitCodeOfAProgramThatEndedByItselfCountsMoreThanACancel() throws Exception {
    Process program = new ProcessBuilder("sh", "-c", "exit 9").start();
    program.waitFor();
    CancellationSource source = new CancellationSource();
    source.cancel(Background.STOP);
    ProcessLauncher launch =
        new ProcessLauncher(Path.of("/bin/sh"), program, List::of, false, Optional.empty());
    CommandResult result =
        new RunningCommand(Command.of("sh"), launch, ThreadFactories.standard(), FAST)
            .toItsEnd(source.token());
    assertThat(result.ending()).isEqualTo(new CommandEnding.Exited(9));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessOfTheSessionIsOursOnlyIfItStartedBeforeTheMainOneWasSeenToEnd() throws Exception {
    Process main = new ProcessBuilder("sleep", "86400").start();
    long session = main.pid();
    RunMarker marker = new RunMarker("me", UlidGenerator.system().next());
    MarkedTree tree = new MarkedTree(marker, ProcessMoment.BEGINNING, main.toHandle());
    ProcessTable.Entry late = entry(session, Long.MAX_VALUE, null);
    assertThat(tree.living()).isEmpty();
    assertThat(tree.isOurs(late)).isTrue();
    main.destroyForcibly().waitFor();
    assertThat(tree.living()).isEmpty();
    assertThat(tree.isOurs(late)).isFalse();
    assertThat(tree.isOurs(entry(session, 0, null))).isTrue();
    assertThat(tree.isOurs(entry(session + 1, 0, null))).isFalse();
    assertThat(tree.isOurs(entry(session + 1, Long.MAX_VALUE, marker.valueBelow(null)))).isTrue();
    assertThat(tree.isOurs(entry(session + 1, 0, "me/other"))).isFalse();
    assertThat(
            new MarkedTree(marker, ProcessMoment.BEGINNING, null).isOurs(entry(session, 0, null)))
        .isFalse();
  }

  private static ProcessTable.Entry entry(long session, long started, @Nullable String mark) {
    return new ProcessTable.Entry(1000, 1, session, session, started, mark, ProcessTable.Shows.ALL);
  }
}
