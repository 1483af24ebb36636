package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.exec.tree.MarkedTree;
import dev.cleveragents.exec.tree.ProcessMoment;
import dev.cleveragents.exec.tree.RunMarker;
import dev.cleveragents.kernel.cancel.CancellationSource;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.UlidGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** However a command ends, nothing of it is left. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class CommandEndingTest {

  private static final Duration SHORT = Duration.ofMillis(300);

  /** The step between rounds: a build runs each fourth round of the exhaustive tests. */
  private static final int EVERY = Boolean.getBoolean("exhaustive") ? 1 : 4;

  private final Witness witness = new Witness();

  @AfterEach
  void nothingIsLeft() {
    witness.seesNothing();
  }

  /** A command as it is ended here; others end it confined. */
  Command shell(String line) throws InterruptedException {
    return Command.shell(line);
  }

  private static CommandResult run(Command command) throws InterruptedException {
    return command.run(CancellationToken.none());
  }

  @Test
  void aProgramIsEndedAtItsDeadline() throws Exception {
    CommandResult result = run(shell(witness.sleep()).withDeadline(SHORT));
    assertThat(result.ending()).isEqualTo(new CommandEnding.DeadlinePassed(SHORT));
    assertThat(result.exitCode()).isEmpty();
    assertThat(result.succeeded()).isFalse();
    assertThat(result.survivors()).isEmpty();
    assertThat(result.took()).isGreaterThanOrEqualTo(SHORT).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aProgramIsEndedWhenCancelledAndWhatItWroteIsKept() throws Exception {
    try (Background running = new Background(shell("echo ready; " + witness.sleep()))) {
      running.awaitReady().cancel();
      CommandResult result = running.result();
      assertThat(result.ending()).isEqualTo(new CommandEnding.Cancelled(Background.STOP));
      assertThat(result.output().text()).isEqualTo("ready\n");
    }
  }

  @Test
  void aProgramIsNotStartedIfCancelledBefore(@TempDir Path folder) throws Exception {
    CancellationSource source = new CancellationSource();
    source.cancel(Background.STOP);
    CommandResult result = Command.of("touch", "here").withDirectory(folder).run(source.token());
    assertThat(result.ending()).isEqualTo(new CommandEnding.Cancelled(Background.STOP));
    assertThat(result.took()).isZero();
    assertThat(folder.resolve("here")).doesNotExist();
  }

  @Test
  void aCancelAtAnyMomentLeavesNothing() throws Exception {
    for (int round = 0; round < 40; round += EVERY) {
      try (Background running = new Background(shell(witness.sleep()))) {
        CancellationToken.none().await(Duration.ofMillis(round / 4));
        running.cancel();
        assertThat(running.result().ending())
            .isEqualTo(new CommandEnding.Cancelled(Background.STOP));
        witness.seesNothing();
      }
    }
  }

  @Test
  void aCancelAfterTheEndChangesNothing() throws Exception {
    try (Background running = new Background(Command.of("true"))) {
      assertThat(running.result().succeeded()).isTrue();
      running.cancel();
      assertThat(running.result().ending()).isEqualTo(new CommandEnding.Exited(0));
    }
  }

  @Test
  void anInterruptEndsTheProgramAndIsThrown() throws Exception {
    try (Background running = new Background(shell("echo ready; " + witness.sleep()))) {
      running.awaitReady().interrupt();
      assertThatThrownBy(running::result)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void nothingIsStartedOnAnInterruptedThread(@TempDir Path folder) {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run(Command.of("touch", "here").withDirectory(folder)))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(folder.resolve("here")).doesNotExist();
  }

  @Test
  void aSecondInterruptCutsTheGraceShort() throws Exception {
    Command stubborn =
        shell("trap '' TERM; echo ready; while :; do " + witness.sleep() + "; done")
            .withGrace(Duration.ofDays(1));
    try (Background running = new Background(stubborn)) {
      running.awaitReady().cancel();
      running.interrupt();
      // Either interrupt may come first: it is thrown while waiting, and kept while ending.
      CommandResult result = running.result();
      assertThat(result.ending()).isEqualTo(new CommandEnding.Cancelled(Background.STOP));
    }
  }

  @Test
  void aProgramIsAskedToEndBeforeItIsKilled() throws Exception {
    Command polite =
        shell(
                "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done; : "
                    + witness.sleep())
            .withGrace(Duration.ofSeconds(30));
    try (Background running = new Background(polite)) {
      running.awaitReady().cancel();
      assertThat(running.result().output().text()).isEqualTo("ready\nbye\n");
    }
  }

  @Test
  void whoTakesItsTimeToEndIsHeardToItsLastWord() throws Exception {
    Command slow =
        shell(
                "trap '(trap \"\" TERM; exec sleep 0.3); echo bye; exit 0' TERM; echo ready;"
                    + " while :; do sleep 0.01; done; : "
                    + witness.sleep())
            .withGrace(Duration.ofSeconds(30));
    try (Background running = new Background(slow)) {
      running.awaitReady().cancel();
      assertThat(running.result().output().text()).isEqualTo("ready\nbye\n");
    }
  }

  @Test
  void whatIgnoresTheRequestIsKilledAfterTheGrace() throws Exception {
    Command stubborn =
        shell(
                "trap '' TERM; (trap '' TERM; echo ready; while :; do "
                    + witness.sleep()
                    + "; done) & while :; do "
                    + witness.sleep()
                    + "; done")
            .withGrace(Duration.ofMillis(100));
    try (Background running = new Background(stubborn)) {
      running.awaitReady().cancel();
      assertThat(running.result().survivors()).isEmpty();
    }
  }

  @Test
  void aChildThatOutlivesTheProgramIsEndedAndDoesNotHoldTheCallUp() throws Exception {
    CommandResult result = run(shell("echo done; " + witness.sleep() + " & exit 3"));
    assertThat(result.ending()).isEqualTo(new CommandEnding.Exited(3));
    assertThat(result.output().text()).isEqualTo("done\n");
    assertThat(result.took()).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aGrandchildThatLostItsParentIsEnded() throws Exception {
    run(shell("(" + witness.sleep() + " & ) & wait; exit 0"));
  }

  @Test
  void aDaemonInASessionOfItsOwnIsEndedAfterTheProgram() throws Exception {
    Command daemon = daemon("exit 0");
    assertThat(run(daemon).ending()).isEqualTo(new CommandEnding.Exited(0));
  }

  @Test
  void aDaemonInASessionOfItsOwnIsEndedOnCancel() throws Exception {
    try (Background running = new Background(daemon("echo ready; " + witness.sleep()))) {
      running.awaitReady().cancel();
      assertThat(running.result().survivors()).isEmpty();
    }
  }

  /** Waits until the daemon runs, detached in every way a shell has, then goes on. */
  private Command daemon(String then) throws Exception {
    Path mark = Files.createTempFile("daemon", "");
    return shell(
        "(setsid sh -c '(trap \"\" TERM HUP; echo up > %s; while :; do %s; done) </dev/null >/dev/null 2>&1 &' &);"
                .formatted(mark, witness.sleep())
            + " while [ ! -s %s ]; do sleep 0.01; done; rm %s; %s".formatted(mark, mark, then));
  }

  @Test
  void whatDroppedItsEnvironmentAndItsParentIsEnded() throws Exception {
    run(shell("env -i sh -c '" + witness.sleep() + " & exit 0'"));
  }

  @Test
  void whatDroppedItsEnvironmentBelowADaemonIsEnded() throws Exception {
    Path mark = Files.createTempFile("daemon", "");
    run(
        shell(
            "setsid sh -c 'env -i sh -c \"echo up > %s; %s; :\"; :' & while [ ! -s %s ]; do sleep 0.01; done; rm %s"
                .formatted(mark, witness.sleep(), mark, mark)));
  }

  @Test
  void aChildThatWritesForEverAfterTheProgramHasEndedIsEnded() throws Exception {
    CommandResult result =
        run(shell("(trap '' TERM; while :; do echo " + witness.sleep() + "; done) & exit 0"));
    assertThat(result.ending()).isEqualTo(new CommandEnding.Exited(0));
    assertThat(result.output().bytes().length).isLessThanOrEqualTo(256 * 1024);
  }

  @Test
  void whatForksWhileItIsBeingKilledIsEnded() throws Exception {
    // Not for ever, lest a failure here take the machine with it.
    String spawner =
        "trap '' TERM; for i in $(seq 300); do (trap '' TERM; %s) & sleep 0.002; done; %s"
            .formatted(witness.sleep(), witness.sleep());
    Command bomb =
        shell("for i in 1 2 3; do setsid sh -c \"$SPAWNER\" & done; echo ready; eval \"$SPAWNER\"")
            .withVariable("SPAWNER", spawner)
            .withGrace(Duration.ofMillis(50));
    try (Background running = new Background(bomb)) {
      running.awaitReady().cancel();
      assertThat(running.result().survivors()).isEmpty();
    }
  }

  @Test
  void aProcessThatOnlyLivesToForkTheNextIsEnded() throws Exception {
    String hop = "trap \"\" TERM; hop() { hop & }; hop; : " + witness.sleep();
    try (Background running =
        new Background(
            shell("sh -c '" + hop + "'; echo ready; " + witness.sleep())
                .withGrace(Duration.ofMillis(50)))) {
      running.awaitReady().cancel();
      assertThat(running.result().survivors()).isEmpty();
      for (int look = 0; look < 20; look++) {
        witness.seesNothing();
      }
    }
  }

  @Test
  void daemonsThatOnlyLiveToStartTheNextAreEnded(@TempDir Path folder) throws Exception {
    Path hop = folder.resolve("hop");
    // Not for ever, lest a failure here run away with the machine.
    Files.writeString(
        hop, "#!/bin/sh\ntrap '' TERM\n[ $1 = 0 ] || setsid \"$0\" $(($1 - 1)) \"$2\" &\n");
    assertThat(hop.toFile().setExecutable(true)).isTrue();
    String line = hop + " 5000 '" + witness.sleep() + "'; echo ready; " + witness.sleep();
    try (Background running = new Background(shell(line).withGrace(Duration.ofMillis(50)))) {
      running.awaitReady().cancel();
      assertThat(running.result().survivors()).isEmpty();
      // A look may fall between two hops; several do not.
      for (int look = 0; look < 20; look++) {
        witness.seesNothing();
      }
    }
  }

  @Test
  void aDaemonThatIsForEverTurningIntoAnotherProgramIsEnded(@TempDir Path folder) throws Exception {
    Path turn = folder.resolve("turn");
    Files.writeString(turn, "#!/bin/sh\nexec \"$0\" \"$1\"\n");
    assertThat(turn.toFile().setExecutable(true)).isTrue();
    for (int round = 0; round < 20; round += EVERY) {
      run(shell("setsid " + turn + " '" + witness.sleep() + "' & sleep 0.02"));
      witness.seesNothing();
    }
  }

  @Test
  void aGroupIsKilledAtOneStrokeWhileOneOfOursIsInIt() throws Exception {
    RunMarker marker = new RunMarker("group", UlidGenerator.system().next());
    String line = "trap '' TERM; %s & %s & wait".formatted(witness.sleep(), witness.sleep());
    ProcessBuilder builder = new ProcessBuilder("setsid", "sh", "-c", line);
    builder.environment().put(RunMarker.VARIABLE, marker.valueBelow(null));
    Process main = builder.start();
    MarkedTree tree = new MarkedTree(marker, ProcessMoment.BEGINNING, main.toHandle());
    tree.killTogether();
    await().atMost(Duration.ofSeconds(30)).until(() -> tree.living().size() == 3);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              // More than once only if the program that kills had no time to.
              tree.killTogether();
              return tree.living().isEmpty();
            });
    assertThat(main.waitFor()).isEqualTo(137);
  }
}
