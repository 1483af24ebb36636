package dev.cleveragents.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cleveragents.exec.tree.RunMarker;
import dev.cleveragents.kernel.cancel.CancellationToken;
import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.kernel.id.UlidGenerator;
import dev.cleveragents.kernel.job.AsyncJob;
import dev.cleveragents.kernel.job.AsyncJobStatus;
import dev.cleveragents.kernel.job.JobId;
import dev.cleveragents.kernel.job.JobSpec;
import dev.cleveragents.kernel.job.JobTimes;
import dev.cleveragents.kernel.job.Lease;
import dev.cleveragents.kernel.job.SessionId;
import dev.cleveragents.kernel.scope.Scope;
import dev.cleveragents.kernel.scope.ThreadFactories;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What a killed process of ours left running is found and ended, and nothing else. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class OrphanedCommandsTest {

  private final Ulid id = UlidGenerator.system().next();
  private final JobId job = new JobId(id);
  private final SessionId session = new SessionId(id);
  private final Witness witness = new Witness();

  private Lease lease(long number) {
    return new Lease(job, number, session);
  }

  @AfterEach
  void endAll() {
    OrphanedCommands.running().keySet().stream()
        .filter(owner -> owner.startsWith(job.toString()))
        .forEach(owner -> assertThat(OrphanedCommands.endOwned(owner)).isEmpty());
    witness.seesNothing();
  }

  /** Leaves a daemon behind, as a worker does that is killed with SIGKILL. */
  private void abandon(String owner) throws Exception {
    Process worker = start(owner);
    worker.destroyForcibly();
    assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  /** A process of ours with a command that cannot be asked to end and has made a daemon. */
  private Process start(String owner) throws Exception {
    int before = sleeping();
    Process worker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Abandoned.class.getName(),
                owner,
                "trap '' TERM; setsid " + witness.sleep() + " & " + witness.sleep())
            .inheritIO()
            .start();
    await().atMost(Duration.ofSeconds(60)).until(() -> sleeping() == before + 2);
    return worker;
  }

  private int sleeping() {
    return (int) witness.living().stream().filter(line -> line.contains(": sleep")).count();
  }

  @Test
  void whoLeavesAtOnceLeavesNothingRunningNotEvenADaemon() throws Exception {
    Process worker = start(lease(1).toString());
    try {
      OrphanedCommands.killBelow(worker.toHandle());
      witness.seesNothing();
    } finally {
      worker.destroyForcibly();
    }
  }

  @Test
  void whatAKilledWorkerLeftIsEndedByTheNextAttempt() throws Exception {
    abandon(lease(1).toString());
    assertThat(sleeping()).isEqualTo(2);
    assertThat(OrphanedCommands.endEarlierAttempts(lease(2))).isEmpty();
    witness.seesNothing();
  }

  @Test
  void theSameAndLaterAttemptsAndOtherJobsAreLeftAlone() throws Exception {
    String other = "x" + job + "#1";
    abandon(lease(2).toString());
    abandon(lease(11).toString());
    abandon(other);
    assertThat(OrphanedCommands.endEarlierAttempts(lease(2))).isEmpty();
    assertThat(sleeping()).isEqualTo(6);
    assertThat(OrphanedCommands.endEarlierAttempts(lease(11))).isEmpty();
    assertThat(sleeping()).isEqualTo(4);
    assertThat(OrphanedCommands.endOwned(lease(11).toString())).isEmpty();
    assertThat(sleeping()).isEqualTo(2);
    assertThat(OrphanedCommands.endOwned(other)).isEmpty();
  }

  @Test
  void anOwnerThatIsNoLeaseOfTheJobIsLeftAlone() throws Exception {
    String odd = job + "#one";
    try (Background running =
        new Background(Command.shell("echo ready; " + witness.sleep()).withOwner(odd))) {
      running.awaitReady();
      await().atMost(Duration.ofSeconds(30)).until(() -> sleeping() == 1);
      assertThat(OrphanedCommands.endEarlierAttempts(lease(9))).isEmpty();
      assertThat(sleeping()).isEqualTo(1);
      assertThat(OrphanedCommands.endOwned(odd)).isEmpty();
      assertThat(running.result().exitCode()).hasValue(128 + 15);
    }
  }

  @Test
  void whatRunsIsToldWithItsOwnerAndEndedByItsWholeName() throws Exception {
    String owner = job + "#told";
    try (Background running =
        new Background(Command.shell("echo ready; " + witness.sleep()).withOwner(owner))) {
      running.awaitReady();
      await().atMost(Duration.ofSeconds(30)).until(() -> sleeping() == 1);
      assertThat(OrphanedCommands.running().get(owner)).isNotEmpty();
      assertThat(OrphanedCommands.endOwned(job.toString())).isEmpty();
      assertThat(sleeping()).isEqualTo(1);
      assertThat(OrphanedCommands.endOwned(owner)).isEmpty();
      assertThat(running.result().exitCode()).hasValue(128 + 15);
      assertThat(OrphanedCommands.running()).doesNotContainKey(owner);
    }
  }

  @Test
  void thisSystemCanLook() {
    assertThat(OrphanedCommands.canLook()).isTrue();
  }

  @Test
  void aCommandOfAJobIsOwnedByItsLeaseAndToldOfIt() throws Exception {
    AsyncJob running =
        new AsyncJob(
            job,
            JobSpec.of("exec"),
            0,
            AsyncJobStatus.RUNNING,
            0,
            7,
            session,
            null,
            null,
            new JobTimes(Instant.EPOCH, Instant.EPOCH, Instant.EPOCH, null));
    Scope.Work work = new Scope.Work(running, lease(7));
    Command command = Command.shell("echo $AGENTS_JOB $AGENTS_LEASE ${AGENTS_RUN%%/*}");
    try (Scope scope = Scope.openFor(work, ThreadFactories.standard(), CancellationToken.none())) {
      assertThat(scope.call(() -> command.run(scope.token())).output().text())
          .isEqualTo("%s 7 %s#7\n".formatted(job, job));
      Command own = command.withVariable("AGENTS_LEASE", "mine").withOwner("me");
      assertThat(scope.call(() -> own.run(scope.token())).output().text())
          .isEqualTo("%s mine me\n".formatted(job));
    }
    assertThat(command.run(CancellationToken.none()).output().text()).isEqualTo("command\n");
  }

  @Test
  void aRunInsideARunIsFoundByBothOwners() {
    RunMarker outer = new RunMarker("outer", id);
    RunMarker inner = new RunMarker("inner", id);
    String value = inner.valueBelow(outer.valueBelow(null));
    assertThat(value).isEqualTo("outer/%s inner/%s".formatted(id, id));
    assertThat(List.of(outer, inner)).allMatch(marker -> marker.isIn(value));
    assertThat(new RunMarker("other", id).isIn(value)).isFalse();
    assertThat(RunMarker.isOwned(value, "outer"::equals)).isTrue();
    assertThat(RunMarker.isOwned(value, "inner"::equals)).isTrue();
    assertThat(RunMarker.isOwned(value, "other"::equals)).isFalse();
    assertThat(RunMarker.isOwned("nonsense", _ -> true)).isFalse();
    assertThat(inner.valueBelow(" ")).isEqualTo("inner/" + id);
  }
}
