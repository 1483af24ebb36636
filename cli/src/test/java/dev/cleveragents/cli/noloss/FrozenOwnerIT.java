package dev.cleveragents.cli.noloss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cleveragents.cli.TestCli;
import dev.cleveragents.cli.noloss.StopPoint.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The process that works on a plan is frozen with SIGSTOP for longer than its lease, another
 * process continues, and the first one wakes up: its late writes are refused. The tests run
 * concurrently, because they mostly wait for leases to expire.
 */
@Execution(ExecutionMode.CONCURRENT)
class FrozenOwnerIT {

  private static final String TOOL_DONE = "tool.done";
  private static final int MOST_ATTEMPTS = 4;

  @TempDir private static Path shared;
  private static NoLossSetup setup;
  private static UndisturbedRun undisturbed;

  @TempDir private Path folder;
  private TestUser user;
  private UserState before;
  private final List<AgentsProcess> children = new ArrayList<>();

  @BeforeAll
  static void runUndisturbed() throws Exception {
    setup = NoLossSetup.in(shared.toRealPath());
    undisturbed = UndisturbedRun.run(setup, UserTree.MIXED, shared.resolve("undisturbed"));
  }

  @BeforeEach
  void aPlan() throws Exception {
    user = new TestUser(setup, UserTree.MIXED, Files.createTempDirectory(folder, "frozen"));
    before = user.exactly();
  }

  @AfterEach
  void stopProcesses() throws Exception {
    for (AgentsProcess child : children) {
      child.process().destroyForcibly().waitFor();
    }
    children.clear();
  }

  /**
   * Starts a plan and waits until its owner is frozen. Now and then its heartbeat is in the middle
   * of a write then, which holds up all others on SQLite and shows nothing: begun anew.
   */
  private AgentsProcess frozenAt(Predicate<KillPoint> where) throws Exception {
    KillPoint point = undisturbed.points().stream().filter(where).findFirst().orElseThrow();
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      AgentsProcess child = user.startUntil(point, KillScenario.SIGSTOP, NoLossSetup.RUN);
      children.add(child);
      child.frozen();
      if (user.storeIsFree()) {
        return child;
      }
      restart();
    }
    throw new AssertionError("Each of the owners was frozen in the middle of a write");
  }

  /** Two owners of a plan, of whom the second has the lease. */
  private record Both(AgentsProcess first, AgentsProcess second) {}

  /** The second may be in the middle of a write as well. */
  private Both bothFrozen() throws Exception {
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      AgentsProcess first = frozenAt(FrozenOwnerIT::isFirstToolDone);
      AgentsProcess second = user.startUntilFrozen(TOOL_DONE, user.resumeArguments());
      children.add(second);
      if (user.storeIsFree()) {
        return new Both(first, second);
      }
      restart();
    }
    throw new AssertionError("Each of the second owners was frozen in the middle of a write");
  }

  private void restart() throws Exception {
    stopProcesses();
    aPlan();
  }

  private static boolean isFirstToolDone(KillPoint point) {
    return point.kind() == Kind.AFTER_EVENT && point.what().contains(TOOL_DONE);
  }

  private void assertEnd() throws Exception {
    assertThat(user.meaning().differences(undisturbed.end())).isEmpty();
  }

  private long lastEvent() {
    JsonNode log = user.agents("audit", "log", "--limit", "1", "--json").json();
    return log.path("data").path("events").path(0).path("position").asLong(-1);
  }

  @Test
  void frozenAtWorkItWritesNothingAfterAnotherHasAppliedThePlan() throws Exception {
    AgentsProcess first = frozenAt(FrozenOwnerIT::isFirstToolDone);

    TestCli.Run resumed = user.resume();

    assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isZero();
    assertEnd();
    UserState applied = user.exactly();
    long last = lastEvent();
    assertThat(last).isPositive();
    first.thaw();
    assertThat(first.end()).as("it tells the truth about how the plan ended").isZero();
    assertThat(user.exactly().differences(applied)).isEmpty();
    assertThat(lastEvent()).as("the log").isEqualTo(last);
    assertThat(user.stage()).isEqualTo("apply/applied");
    user.tidy();
  }

  @Test
  @Tag("exhaustive")
  void frozenAtWorkItWritesNothingWhileAnotherHasTheLease() throws Exception {
    Both both = bothFrozen();
    AgentsProcess first = both.first();
    AgentsProcess second = both.second();

    // The first wakes up while the lease is the second's, and goes on once that has lapsed too.
    first.thaw();
    assertThat(first.end()).as(first.said()).isZero();
    UserState applied = user.exactly();
    second.thaw();
    second.end();

    assertThat(user.exactly().differences(applied)).isEmpty();
    assertEnd();
    JsonNode log = user.agents("audit", "log", "--type", TOOL_DONE, "--json").json();
    List<Integer> steps = new ArrayList<>();
    log.path("data").path("events").forEach(it -> steps.add(it.path("data").path("step").asInt()));
    assertThat(steps).as("each step is stored once").hasSize(7).isSorted().doesNotHaveDuplicates();
    user.tidy();
  }

  @Test
  void frozenBeforeThePointOfNoReturnItAppliesNothingOnceItsLeaseIsOver() throws Exception {
    AgentsProcess first = frozenAt(it -> it.isStep("STAGED"));

    TestCli.Run refused = user.resume();

    assertThat(refused.exitCode()).as(refused.out() + refused.err()).isNotZero();
    assertThat(refused.out() + refused.err()).contains("another process");
    assertThat(user.exactly().differing(before)).isEmpty();
    first.thaw();
    assertThat(first.end()).as(first.said()).isNotZero();
    assertThat(user.exactly().differences(before)).isEmpty();
    assertThat(user.resume().exitCode()).isZero();
    assertEnd();
    user.tidy();
  }

  @Test
  @Tag("exhaustive")
  void frozenBeforeThePointOfNoReturnItAppliesNothingOfAPlanThatWasCancelledMeanwhile()
      throws Exception {
    AgentsProcess first = frozenAt(it -> it.isStep("STAGED"));
    String plan = user.plan().path("id").asText();
    TestCli.Run other = user.agents("run", "something else", "--exec", "true", "--yes");
    assertThat(other.exitCode()).as(other.out() + other.err()).isZero();
    // Takes the frozen one for dead, and works only on the other plan.
    AgentsProcess worker = user.start(List.of(), List.of("worker", "run", "--plan", "last"));
    children.add(worker);
    await().atMost(AgentsProcess.PATIENCE).until(() -> stage(plan).equals("apply/queued"));
    worker.process().destroyForcibly().waitFor();

    assertThat(user.agents("plan", "cancel", plan, "--yes").exitCode()).isZero();
    first.thaw();

    assertThat(first.end()).as(first.said()).isNotZero();
    assertThat(stage(plan)).isEqualTo("apply/cancelled");
    assertThat(user.exactly().differences(before)).isEmpty();
    assertThat(UserState.strays(user.directory)).isEmpty();
  }

  private String stage(String plan) {
    JsonNode answer = user.agents("plan", "status", plan, "--json").json();
    return answer.path("data").path("stage").asText();
  }

  @Test
  void frozenAfterThePointOfNoReturnItIsWaitedForAndAppliesOnce() throws Exception {
    AgentsProcess first = frozenAt(it -> it.isStep("FILE_TAKEN_OUT"));

    TestCli.Run refused = user.resume();

    assertThat(refused.exitCode()).as(refused.out() + refused.err()).isNotZero();
    first.thaw();
    first.end();
    assertThat(user.resume().exitCode()).isZero();
    assertEnd();
    assertThat(user.stage()).isEqualTo("apply/applied");
    user.tidy();
  }
}
